import * as z from 'zod/mini';

/** The time limits for which a tally counts the alerts that were responded to in time, in seconds. */
export const WITHIN_SECONDS = [30, 60, 90, 180] as const;

const MOST_LONGEST = 5;

/** An alert with a long response time. */
interface LongAlert {
  readonly id: string;
  readonly milliseconds: number;
}

/** The numbers of a set of alerts. Tallies can be added: the sum of the tallies of two halves is the tally of the whole. */
export interface Tally {
  alerts: number;
  acknowledged: number;
  /** How many alerts were responded to within each limit, in the order of `WITHIN_SECONDS`. */
  within: number[];
  resolved: number;
  falseAlarms: number;
  escalated: number;
  onTest: number;
  machineResolved: number;
  readonly histogram: Histogram;
  /** The alerts with the longest response times, the longest first. */
  longest: readonly LongAlert[];
}

/** What is counted of an alert. */
export interface CountedAlert {
  readonly id: string;
  /** Set if the alert is only counted in a number of its own, such as that of test alerts. */
  readonly apart: 'on_test' | 'machine_resolved' | undefined;
  /** The time from raising it to the first action of a person. */
  readonly responseMilliseconds: number | undefined;
  readonly isResolved: boolean;
  readonly isFalseAlarm: boolean;
  readonly isEscalated: boolean;
}

export function emptyTally(): Tally {
  return {
    alerts: 0,
    acknowledged: 0,
    within: WITHIN_SECONDS.map(() => 0),
    resolved: 0,
    falseAlarms: 0,
    escalated: 0,
    onTest: 0,
    machineResolved: 0,
    histogram: new Map(),
    longest: [],
  };
}

export function countAlert(tally: Tally, alert: CountedAlert): void {
  if (alert.apart === 'on_test') tally.onTest += 1;
  if (alert.apart === 'machine_resolved') tally.machineResolved += 1;
  if (alert.apart) return;
  tally.alerts += 1;
  tally.resolved += Number(alert.isResolved);
  tally.falseAlarms += Number(alert.isFalseAlarm);
  tally.escalated += Number(alert.isEscalated);
  const { id, responseMilliseconds: milliseconds } = alert;
  if (milliseconds === undefined) return;
  tally.acknowledged += 1;
  tally.within = tally.within.map(
    (count, place) => count + Number(milliseconds <= (WITHIN_SECONDS[place] ?? 0) * 1_000),
  );
  addToBin(tally.histogram, binOf(milliseconds), 1);
  tally.longest = longestOf([...tally.longest, { id, milliseconds }]);
}

/** Adds a tally to another one. */
export function addTally(sum: Tally, other: Tally): void {
  for (const name of COUNTS) sum[name] += other[name];
  sum.within = sum.within.map((count, place) => count + (other.within[place] ?? 0));
  for (const [bin, count] of other.histogram) addToBin(sum.histogram, bin, count);
  sum.longest = longestOf([...sum.longest, ...other.longest]);
}

/** The number of all alerts of a tally, including those that have a number of their own. */
export function allAlerts({ alerts, onTest, machineResolved }: Tally): number {
  return alerts + onTest + machineResolved;
}

/**
 * Keeps the alerts with the longest response times. If times are equal, the older alert comes first, so that the result does
 * not depend on the order of counting.
 */
function longestOf(alerts: readonly LongAlert[]): readonly LongAlert[] {
  return alerts
    .toSorted((a, b) => b.milliseconds - a.milliseconds || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_LONGEST);
}

const COUNTS = [
  'alerts',
  'acknowledged',
  'resolved',
  'falseAlarms',
  'escalated',
  'onTest',
  'machineResolved',
] as const;

const pairOf = <A extends z.ZodMiniType>(first: A) => z.tuple([first, z.int()]);

/**
 * The stored form of a tally: the counts, the counts within the limits, pairs of bin and count, and pairs of id and
 * milliseconds.
 */
export const storedTallySchema = z.tuple([
  z.array(z.int()),
  z.array(z.int()),
  z.array(pairOf(z.int())),
  z.array(pairOf(z.string())),
]);

type StoredTally = z.infer<typeof storedTallySchema>;

export function storeTally(tally: Tally): StoredTally {
  return [
    COUNTS.map((name) => tally[name]),
    tally.within,
    [...tally.histogram],
    tally.longest.map(({ id, milliseconds }) => [id, milliseconds]),
  ];
}

export function loadTally([counts, within, bins, longest]: StoredTally): Tally {
  const tally = emptyTally();
  for (const [place, name] of COUNTS.entries()) tally[name] = counts[place] ?? 0;
  tally.within = tally.within.map((_, place) => within[place] ?? 0);
  for (const [bin, count] of bins) tally.histogram.set(bin, count);
  tally.longest = longest.map(([id, milliseconds]) => ({ id, milliseconds }));
  return tally;
}

/**
 * The ratio of the bounds of a histogram's bins. Bin 0 has durations of up to a millisecond, bin `n` those above 1.09ⁿ⁻¹ and
 * up to 1.09ⁿ milliseconds. So a percentile differs from the exact one by at most 5 %, and 300 bins are enough for ten
 * thousand years.
 */
const RATIO = 1.09;

/** Durations, as the number of them in each bin, in any order. Empty bins are left out. */
export type Histogram = Map<number, number>;

export function binOf(milliseconds: number): number {
  return milliseconds <= 1 ? 0 : Math.ceil(Math.log(milliseconds) / Math.log(RATIO));
}

/** The value in a bin that differs from both bounds by the same percentage. */
function middleOf(bin: number): number {
  return bin === 0 ? 1 : (2 * RATIO ** bin) / (1 + RATIO);
}

export function addToBin(histogram: Histogram, bin: number, count: number): void {
  histogram.set(bin, (histogram.get(bin) ?? 0) + count);
}

/** Finds a percentile by nearest rank, in milliseconds; `null` if there are no durations. */
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
