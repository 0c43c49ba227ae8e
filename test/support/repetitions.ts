interface Repetitions {
  /** What `npm test` runs, which finds frequent failures. */
  readonly few: number;
  /** What the suite `random` runs for every change, with the same random values each time; by default as `few`. */
  readonly some?: number;
  /** What the suite `random` runs each night, with other random values each time. */
  readonly many: number;
}

/** The number of repetitions of a random test: races, random requests, random schedules. */
export function repetitions({ few, some = few, many }: Repetitions): number {
  if (isThorough()) return many;
  return isLong() ? some : few;
}

/** Whether the suite `random` runs, which also has tests that are too long for `npm test`. */
export const isLong = (): boolean => process.env[REPETITIONS_VARIABLE] !== undefined;

export const isThorough = (): boolean => process.env[REPETITIONS_VARIABLE] === MANY;

export const REPETITIONS_VARIABLE = 'TEST_REPETITIONS';
export const SOME = 'some';
export const MANY = 'many';
