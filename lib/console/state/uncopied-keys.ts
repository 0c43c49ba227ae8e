/**
 * The keys of panels that nobody has copied yet, by device: they are shown again when the person comes back to the page. They are in
 * the memory of this tab only, because the service never shows a key again.
 */
export const uncopiedKeys = new Map<string, string>();
