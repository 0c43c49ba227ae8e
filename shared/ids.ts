import { v7 } from 'uuid';

/** Returns random bytes; `crypto.randomBytes` outside tests. */
export type RandomBytes = (size: number) => Uint8Array;

/** A new UUIDv7 (RFC 9562). Ids sort by time of creation, to the millisecond. */
export function newId(now: Date, randomBytes: RandomBytes): string {
  return v7({ msecs: now.getTime(), random: randomBytes(16) });
}

/** UUIDv7 (RFC 9562, section 5.7) as clients may send it: some platforms write capitals. */
export const GIVEN_ID_PATTERN =
  /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-7[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$/;

/** Whether a text has the form of the ids that Guard creates, which are in lower case. */
export function isId(text: string): boolean {
  return GIVEN_ID_PATTERN.test(text) && text === text.toLowerCase();
}

const LATEST_MILLISECOND = 2 ** 48 - 1;

/**
 * The lowest id of a millisecond. Ids of later or equal times are not lower than this; ids of earlier times are lower.
 */
export function lowestIdAt(time: Date): string {
  const milliseconds = Math.min(Math.max(time.getTime(), 0), LATEST_MILLISECOND);
  const digits = milliseconds.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}

/** The time of an id; the epoch if the text is not an id. */
export function timeOfId(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) || 0);
}

/** The value right before an id, as a bound. It need not be a valid id. */
export function justBefore(id: string): string {
  return step(id, -1n);
}

/** The value right after an id, as a bound. */
export function justAfter(id: string): string {
  return step(id, 1n);
}

/** Adds to an id as a hexadecimal number, which has the same order. */
function step(id: string, by: 1n | -1n): string {
  const digits = (BigInt(`0x${id.replaceAll('-', '')}`) + by).toString(16).padStart(32, '0');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
