import { hash } from 'node:crypto';

/** JSON with the fields of each object in alphabetical order, so that equal objects have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, inOrder);
}

function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** SHA-256 of a text, in base64url. */
export function sha256(text: string): string {
  return hash('sha256', text, 'base64url');
}

/**
 * Derives an id from the id of a history entry and a text. The same input always gives the same id. It begins with the time
 * of the entry, so such ids sort in the order of the events.
 */
export function derivedId(entryId: string, text: string): string {
  const digits = hash('sha256', text, 'hex');
  const variant = '89ab'[Number.parseInt(digits.charAt(3), 16) % 4];
  return [
    entryId.slice(0, TIME_LENGTH),
    `7${digits.slice(0, 3)}`,
    `${variant}${digits.slice(4, 7)}`,
    digits.slice(7, 19),
  ].join('-');
}

/** How many characters of an id are its time. */
export const TIME_LENGTH = 13;
