/** Levels of nesting that a report has: its body, list, event, metadata, and a value in there. Deeper ones are cut off. */
const MOST_LEVELS = 6;

/** A JSON text, to find the control characters in it. */
const STRING = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"/g;
const CONTROLS = /\p{Cc}/gu;

/**
 * Reads what firmware writes for JSON: with a byte order mark, with control characters in its texts, with a NUL at its end.
 * Of a repeated field the last counts. A list is a report without the object around it. Throws a SyntaxError for anything
 * else that is not JSON.
 */
export function parseLeniently(text: string): unknown {
  const body = text.startsWith('\ufeff') ? text.slice(1) : text;
  const value = cutOff(parseWithControls(body), MOST_LEVELS);
  return Array.isArray(value) ? { events: value } : value;
}

function parseWithControls(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(text.replace(STRING, escapeControls).replace(CONTROLS, ' '));
  }
}

function escapeControls(string: string): string {
  return string.replace(CONTROLS, (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Replaces what is nested deeper by null, so that later steps may recurse; and leaves out what could reach a prototype. */
function cutOff(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return null;
  if (Array.isArray(value)) return value.map((each) => cutOff(each, levels - 1));
  const fields = Object.entries(value).filter(([name]) => name !== '__proto__');
  return Object.fromEntries(fields.map(([name, each]) => [name, cutOff(each, levels - 1)]));
}
