/**
 * Durations as counts of bins. Bin 0 has durations of up to a millisecond, bin `n` those above 1.09ⁿ⁻¹ and up to 1.09ⁿ
 * milliseconds. So a percentile differs from the exact one by at most 5 %, and 300 bins cover ten thousand years.
 */
const RATIO = 1.09;

/** Bins with their counts, in any order. Bins without a duration are missing. */
export type Histogram = Map<number, number>;

export function binOf(milliseconds: number): number {
  return milliseconds <= 1 ? 0 : Math.ceil(Math.log(milliseconds) / Math.log(RATIO));
}

/** The value that differs from both bounds of a bin by the same share. */
function middleOf(bin: number): number {
  return bin === 0 ? 1 : (2 * RATIO ** bin) / (1 + RATIO);
}

export function addToBin(histogram: Histogram, bin: number, count: number): void {
  histogram.set(bin, (histogram.get(bin) ?? 0) + count);
}

/** A percentile by nearest rank, in milliseconds; `null` without durations. */
export function percentile(histogram: Histogram, percent: number): number | null {
  const bins = [...histogram].toSorted(([a], [b]) => a - b);
  const count = bins.reduce((sum, [, its]) => sum + its, 0);
  const rank = Math.ceil((percent / 100) * count);
  let reached = 0;
  for (const [bin, its] of bins) {
    reached += its;
    if (reached >= rank) return Math.round(middleOf(bin));
  }
  return null;
}
