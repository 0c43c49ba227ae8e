/**
 * The number of repetitions of a random test: races, random requests, random schedules. `npm test` runs `few`, which
 * find frequent failures; `npm run test:thorough` runs `many` in all files that call this function.
 */
export function repetitions({ few, many }: { readonly few: number; readonly many: number }): number {
  return process.env[REPETITIONS_VARIABLE] === MANY ? many : few;
}

export const REPETITIONS_VARIABLE = 'TEST_REPETITIONS';
export const MANY = 'many';
