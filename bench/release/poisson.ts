/** How probable each count is of what happens at random with a mean. */
export interface Poisson {
  /** The counts that have a probability worth adding, with it. */
  readonly counts: readonly (readonly [count: number, probability: number])[];
  /** That the count is at most this. */
  atMost(count: number): number;
}

/** So many standard deviations from the mean lie less than 1e-20 of all. */
const DEVIATIONS = 12;
/** Where the mean is small, the tail is longer than the deviation says. */
const LEAST_WIDTH = 40;

/** The Poisson distribution of a mean, exact but for rounding: each probability follows from its neighbour's. */
export function poisson(mean: number): Poisson {
  const width = Math.ceil(DEVIATIONS * Math.sqrt(mean)) + LEAST_WIDTH;
  const mode = Math.floor(mean);
  const first = Math.max(0, mode - width);
  const weights: number[] = [];
  weights[mode - first] = 1;
  for (let count = mode; count > first; count--) {
    weights[count - 1 - first] = ((weights[count - first] ?? 0) * count) / mean;
  }
  for (let count = mode; count < mode + width; count++) {
    weights[count + 1 - first] = ((weights[count - first] ?? 0) * mean) / (count + 1);
  }
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const counts = weights.map((weight, place) => [first + place, weight / all] as const);
  let sum = 0;
  const sums = counts.map(([, probability]) => {
    sum += probability;
    return sum;
  });
  return {
    counts,
    atMost: (count) => (count < first ? 0 : (sums[Math.floor(count) - first] ?? 1)),
  };
}
