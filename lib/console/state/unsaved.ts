const unsaved = new Set<object>();

/** Whether a form contains text that is not saved. */
export function hasUnsaved(): boolean {
  return unsaved.size > 0;
}

/** Counts a form as not saved, until the returned function is called. */
export function addUnsaved(): () => void {
  const form = {};
  unsaved.add(form);
  return () => unsaved.delete(form);
}
