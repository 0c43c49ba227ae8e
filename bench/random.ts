import { createHash } from 'node:crypto';
import type { RandomBytes } from '../shared/base/ids.ts';

export interface Random {
  readonly bytes: RandomBytes;
  /** Returns true with the given probability. */
  chance(probability: number): boolean;
  /** Returns the first value with the given probability, otherwise one of the others. */
  mostly<T>(probability: number, values: readonly T[]): T;
}

/** Randomness that is the same in every run, so that counts are too. */
export function seededRandom(seed: string): Random {
  let calls = 0;
  const bytes: RandomBytes = (size) => {
    calls += 1;
    return createHash('shake128', { outputLength: size }).update(`${seed} ${calls}`).digest();
  };
  const fraction = () => Buffer.from(bytes(4)).readUInt32BE() / 2 ** 32;
  const chance = (probability: number) => fraction() < probability;
  return {
    bytes,
    chance,
    mostly(probability, values) {
      const others = values.length - 1;
      const value = values[chance(probability) || others === 0 ? 0 : 1 + Math.floor(fraction() * others)];
      if (value === undefined) throw new Error('Nothing to choose from');
      return value;
    },
  };
}
