import type { RandomBytes } from './ids.ts';

const BYTES = 4;

/** Returns a source of random numbers from 0 to 1. */
export const randomFraction = (randomBytes: RandomBytes) => () =>
  Buffer.from(randomBytes(BYTES)).readUInt32BE() / 2 ** 32;
