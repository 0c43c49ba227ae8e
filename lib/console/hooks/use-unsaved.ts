import { useEffect } from 'preact/hooks';
import { addUnsaved } from '../state/unsaved.ts';
import { useLeaveWarning } from './use-leave-warning.ts';

/** Warns before the page is left while the caller's form is not saved. */
export function useUnsaved(isUnsaved: boolean): void {
  useLeaveWarning(isUnsaved);
  useEffect(() => (isUnsaved ? addUnsaved() : undefined), [isUnsaved]);
}
