import { useLayoutEffect } from 'preact/hooks';
import { addUnsaved } from '../state/unsaved.ts';
import { useLeaveWarning } from './use-leave-warning.ts';

/** Warns before the page is left while the caller's form is not saved. */
export function useUnsaved(isUnsaved: boolean): void {
  useLeaveWarning(isUnsaved);
  // With what is shown: who leaves once it says that it is saved is not asked.
  useLayoutEffect(() => (isUnsaved ? addUnsaved() : undefined), [isUnsaved]);
}
