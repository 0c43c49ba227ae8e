/** The value that this share of the sorted values does not exceed. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export interface Spread {
  readonly median: number;
  readonly lower: number;
  readonly upper: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    median: percentile(sorted, 0.5),
    lower: percentile(sorted, 0.25),
    upper: percentile(sorted, 0.75),
  };
}
