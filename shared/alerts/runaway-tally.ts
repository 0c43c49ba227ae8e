import { ALERT_SEVERITIES, type AlertSeverity, isHigher } from './alert.ts';

/**
 * A device becomes runaway if it raises more new alerts within this time than its threshold allows. It stays runaway until no
 * report was held for this time.
 */
export const RUNAWAY_MS = 10 * 60_000;

/**
 * Up to this threshold, the tally stores exact times. Above it the times are rounded down, so that the tally stays within one
 * write unit.
 */
const EXACT_THRESHOLD = 50;
const STEP_MS = 15_000;

/**
 * Counts the new alerts of one device, type and zone that API keys raised within 10 minutes, and says whether the device is
 * runaway. Times are epoch milliseconds.
 */
export interface Tally {
  /** The number of alerts by their time, in base 36. */
  readonly counts: Readonly<Record<string, number>>;
  /** The time of the last alert of each severity. */
  readonly latest: Readonly<Partial<Record<AlertSeverity, number>>>;
  /**
   * Present once the device is runaway. Reports of a higher severity than the runaway alert's are then still raised and
   * counted.
   */
  readonly held?: Held | undefined;
}

export interface Held {
  /** The severity of the runaway alert. */
  readonly severity: AlertSeverity;
  /** The time of the last report that was held. */
  readonly at: number;
}

export const NO_ALERTS: Tally = { counts: {}, latest: {} };

/** A report that raised a new alert, to be counted. Times are epoch milliseconds. */
export interface TallyReport {
  readonly severity: AlertSeverity;
  readonly now: number;
  /** The `runaway_after` of the device. */
  readonly threshold: number;
}

/**
 * The decision on a report that would raise an alert. `raise`: it raises the alert, which is counted. `hold`: it becomes an
 * occurrence of the runaway alert. `begin`: it is held too, and makes the device runaway, with a runaway alert of this
 * severity.
 */
export type Ruling =
  | { readonly kind: 'raise' }
  | { readonly kind: 'hold' }
  | { readonly kind: 'begin'; readonly severity: AlertSeverity };

/** Decides on a report. The tally must contain nothing that is older than 10 minutes. */
export function ruleOn(tally: Tally, { severity, threshold }: Omit<TallyReport, 'now'>): Ruling {
  const { held } = tally;
  if (held && !isHigher(severity, held.severity)) return { kind: 'hold' };
  if (totalOf(tally) < threshold) return { kind: 'raise' };
  return { kind: 'begin', severity: worstOf(tally, severity) };
}

/** Returns the tally without what is older than 10 minutes; the same object if nothing is. */
export function withoutOld(tally: Tally, now: number): Tally {
  const isRecent = (at: number) => now - at < RUNAWAY_MS;
  const counts = Object.entries(tally.counts).filter(([name]) => isRecent(Number.parseInt(name, 36)));
  const { held } = tally;
  const isHeld = held && isRecent(held.at);
  const isUnchanged = counts.length === Object.keys(tally.counts).length && (!held || isHeld);
  if (isUnchanged) return tally;
  const latest = Object.entries(tally.latest).filter(([, at]) => isRecent(at));
  return {
    counts: Object.fromEntries(counts),
    latest: Object.fromEntries(latest),
    ...(isHeld ? { held } : {}),
  };
}

/** Returns the tally with one more alert. */
export function counted(tally: Tally, reported: TallyReport): Tally {
  const at = countedAt(reported);
  const name = nameOf(at);
  const { [name]: before = 0 } = tally.counts;
  return {
    ...tally,
    counts: { ...tally.counts, [name]: before + 1 },
    latest: { ...tally.latest, [reported.severity]: at },
  };
}

/** The time under which an alert is counted: rounded down if the threshold is high. */
export function countedAt({ now, threshold }: Omit<TallyReport, 'severity'>): number {
  return threshold <= EXACT_THRESHOLD ? now : now - (now % STEP_MS);
}

export const nameOf = (at: number) => at.toString(36);

export function totalOf({ counts }: Tally): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** The highest severity of the report and of all counted alerts. */
function worstOf({ latest }: Tally, severity: AlertSeverity): AlertSeverity {
  const counted = ALERT_SEVERITIES.filter((it) => latest[it] !== undefined);
  return highestOf(severity, counted.at(-1));
}

export function highestOf(severity: AlertSeverity, other: AlertSeverity | undefined): AlertSeverity {
  return other && isHigher(other, severity) ? other : severity;
}
