/**
 * How often a test repeats what chance decides: races, random requests, random schedules. `npm test` plays the few, in
 * which what breaks often shows at once; `npm run test:thorough` plays the many, in all files that ask here.
 */
export function repetitions({ few, many }: { readonly few: number; readonly many: number }): number {
  return process.env[REPETITIONS_VARIABLE] === MANY ? many : few;
}

export const REPETITIONS_VARIABLE = 'TEST_REPETITIONS';
export const MANY = 'many';
