import { v7 } from 'uuid';

/** Makes that many random bytes; `crypto.randomBytes` outside tests. */
export type RandomBytes = (size: number) => Uint8Array;

/** A new UUIDv7 (RFC 9562): ids sort in the order in which they were made, to the millisecond. */
export function newId(now: Date, randomBytes: RandomBytes): string {
  return v7({ msecs: now.getTime(), random: randomBytes(16) });
}

/** An id as Guard writes them: a UUIDv7 in lower case (RFC 9562, section 5.7). */
export const ID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Whether a text is an id as Guard writes them. */
export function isId(text: string): boolean {
  return ID_PATTERN.test(text);
}

const LATEST_MILLISECOND = 2 ** 48 - 1;

/** The lowest id of a millisecond: every id that is made from then on is at least this, every one before is lower. */
export function lowestIdAt(time: Date): string {
  const milliseconds = Math.min(Math.max(time.getTime(), 0), LATEST_MILLISECOND);
  const digits = milliseconds.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}

/** What sorts right before an id, as a bound. It need not be an id itself: nothing lies between the two. */
export function justBefore(id: string): string {
  return step(id, -1n);
}

/** What sorts right after an id, as a bound. */
export function justAfter(id: string): string {
  return step(id, 1n);
}

/** An id as the number that its digits are, which sorts as the id does. */
function step(id: string, by: 1n | -1n): string {
  const digits = (BigInt(`0x${id.replaceAll('-', '')}`) + by).toString(16).padStart(32, '0');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
