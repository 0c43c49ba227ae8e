/** The service-level objectives, over 30 days. The alarms, the dashboard and docs/operate.md use these numbers. */
export const OBJECTIVES = {
  /** The percentage of requests that are not answered 5xx. */
  availability: { percent: 99.9 },
  /** The percentage of requests that are answered within this time. */
  latency: { percent: 99, milliseconds: 1_000 },
} as const;

export type Objective = keyof typeof OBJECTIVES;

export const OBJECTIVE_DAYS = 30;

/** A speed at which the error budget burns: 1 uses it up in 30 days. */
export interface BurnRate {
  /** The end of its alarms' names: the length of the longer window. */
  readonly name: string;
  readonly times: number;
  readonly severity: 'page' | 'ticket';
  /**
   * The longer window shows that the trouble is serious. The shorter window ends the alarm soon after the trouble, so that
   * the next trouble pages again. A ticket has no shorter window.
   */
  readonly windows: { readonly long: number; readonly short?: number };
}

/**
 * The burn rates, with windows in minutes. The numbers are from the Site Reliability Workbook, chapter "Alerting on SLOs".
 */
export const BURN_RATES: readonly BurnRate[] = [
  // 2 % of the budget in an hour.
  { name: '1h', times: 14.4, severity: 'page', windows: { long: 60, short: 5 } },
  // 5 % of the budget in six hours.
  { name: '6h', times: 6, severity: 'page', windows: { long: 360, short: 30 } },
  // 10 % of the budget in a day.
  { name: '1d', times: 3, severity: 'ticket', windows: { long: 1_440 } },
];

/** The share of requests, in percent, that may fail an objective. */
export function budgetPercent(objective: Objective): number {
  return roundToMillionths(100 - OBJECTIVES[objective].percent);
}

/** The share of requests, in percent, above which the budget burns faster than this rate. */
export function burnLimit(objective: Objective, { times }: BurnRate): number {
  return roundToMillionths(times * budgetPercent(objective));
}

/** Removes binary rounding errors. */
const roundToMillionths = (value: number) => Math.round(value * 1_000_000) / 1_000_000;
