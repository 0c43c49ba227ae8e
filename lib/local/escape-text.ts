const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Writes a text as HTML. It is safe within quotes, too. */
export const escapeText = (text: string) => text.replace(/[&<>"']/g, (it) => ENTITIES[it] ?? '');
