import { randomBytes } from 'node:crypto';
import type { RandomBytes } from './ids.ts';

const POOL_BYTES = 4_096;

/**
 * Draws random bytes for many requests at once, because each draw is a call of the operating system. Each byte is returned
 * once, as a copy: nobody can read the bytes of others through its buffer.
 */
export function pooledRandomBytes(draw: RandomBytes = randomBytes): RandomBytes {
  let pool: Uint8Array = new Uint8Array();
  let used = 0;
  return (size) => {
    if (used + size > pool.length) {
      pool = draw(Math.max(size, POOL_BYTES));
      used = 0;
    }
    used += size;
    return new Uint8Array(pool.subarray(used - size, used));
  };
}

const BYTES = 4;

/** Returns a source of random numbers from 0 to 1. */
export const randomFraction = (randomBytes: RandomBytes) => () =>
  Buffer.from(randomBytes(BYTES)).readUInt32BE() / 2 ** 32;
