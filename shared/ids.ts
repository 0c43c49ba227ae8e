import { v7, validate, version } from 'uuid';

/** Makes that many random bytes; `crypto.randomBytes` outside tests. */
export type RandomBytes = (size: number) => Uint8Array;

/** A new UUIDv7 (RFC 9562): ids sort in the order in which they were made, to the millisecond. */
export function newId(now: Date, randomBytes: RandomBytes): string {
  return v7({ msecs: now.getTime(), random: randomBytes(16) });
}

/** Whether a text is an id as Guard writes them: a UUIDv7 in lower case. */
export function isId(text: string): boolean {
  return validate(text) && version(text) === 7 && text === text.toLowerCase();
}
