/** Chances that are the same in every run with the same seed (mulberry32). */
export interface Dice {
  /** Returns a number from 0 to below 1. */
  roll(): number;
  /** An integer from 0 to below `sides`. */
  pick(sides: number): number;
}

export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  const roll = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  return { roll, pick: (sides) => Math.floor(roll() * sides) };
}
