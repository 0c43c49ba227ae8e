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
