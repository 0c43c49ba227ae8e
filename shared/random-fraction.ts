import type { RandomBytes } from './ids.ts';

const BYTES = 4;

/** Numbers from 0 to 1, made of random bytes. */
export const randomFraction = (randomBytes: RandomBytes) => () =>
  Buffer.from(randomBytes(BYTES)).readUInt32BE() / 2 ** 32;
