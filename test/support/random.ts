import { createHash } from 'node:crypto';
import type { RandomBytes } from '../../shared/base/ids.ts';

/** Random bytes that are the same in every run and never repeat within one. */
export function seededRandomBytes(seed = 'test'): RandomBytes {
  let calls = 0;
  return (size) => {
    calls += 1;
    const blocks = Array.from({ length: Math.ceil(size / 32) }, (_, block) =>
      createHash('sha256').update(`${seed} ${calls} ${block}`).digest(),
    );
    return Buffer.concat(blocks).subarray(0, size);
  };
}

/** Chance that is the same in every run with the same seed. */
export interface Dice {
  /** True with that probability. */
  chance(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
}

export function seededDice(seed: string): Dice {
  const randomBytes = seededRandomBytes(seed);
  const fraction = () => Buffer.from(randomBytes(4)).readUInt32BE() / 2 ** 32;
  return {
    chance: (probability) => fraction() < probability,
    pick(values) {
      const value = values[Math.floor(fraction() * values.length)];
      if (value === undefined) throw new Error('Nothing to choose from');
      return value;
    },
  };
}
