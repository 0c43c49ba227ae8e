import { useEffect } from 'preact/hooks';
import { addUnsaved } from '../state/unsaved.ts';

/** Warns before the page is left while the caller's form is not saved. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    const remove = addUnsaved();
    addEventListener('beforeunload', warn);
    return () => {
      remove();
      removeEventListener('beforeunload', warn);
    };
  }, [isUnsaved]);
}
