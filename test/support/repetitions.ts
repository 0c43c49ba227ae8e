/**
 * The number of repetitions of a random test: races, random requests, random schedules. `npm test` runs `few`, which
 * find frequent failures; `npm run test:nightly` runs `many` in all files that call this function.
 */
export function repetitions({ few, many }: { readonly few: number; readonly many: number }): number {
  return isThorough() ? many : few;
}

export function isThorough(): boolean {
  return process.env[REPETITIONS_VARIABLE] === MANY;
}

export const REPETITIONS_VARIABLE = 'TEST_REPETITIONS';
export const MANY = 'many';
