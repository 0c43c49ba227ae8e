const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as HTML, also within quotes. */
export const escapeText = (text: string) => text.replace(/[&<>"']/g, (it) => ENTITIES[it] ?? '');
