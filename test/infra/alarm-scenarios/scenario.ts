import type { MetricId, Samples } from '../../support/cloudwatch/metric.ts';

/** How much a stage has to do. */
export interface Load {
  readonly name: 'quiet' | 'busy';
  readonly requestsPerMinute: number;
}

export const LOADS: Readonly<Record<Load['name'], Load>> = {
  quiet: { name: 'quiet', requestsPerMinute: 3 },
  busy: { name: 'busy', requestsPerMinute: 5_000 * 60 },
};

/** A minute of a metric while something is wrong. */
export interface Moment {
  readonly metric: MetricId;
  /** What it would be if all were well. */
  readonly ordinary: Samples;
  readonly load: Load;
  readonly minute: number;
  /** What the alarm's name ends in after its entry: a group of functions, the indexes of a scope. */
  readonly key: string;
}

/** What an alarm is for, as made-up metrics: it must go off, and be over afterwards. */
export interface Scenario {
  /** The entry of docs/runbook.md: all of its alarms go through this. */
  readonly entry: string;
  readonly what: string;
  readonly loads: readonly Load['name'][];
  /** How long it goes on; long enough for somebody to be told. */
  readonly minutes: number;
  /** What a metric is meanwhile; `undefined` where it is as ever. */
  readonly change: (moment: Moment) => Samples | undefined;
  /** Series that appear meanwhile, by metric name. */
  readonly series?: Readonly<Record<string, readonly MetricId['dimensions'][]>>;
}

export const BOTH = ['quiet', 'busy'] as const;

/** How many of something that happens so often fall into a minute: whole ones, evenly spread. */
export function countIn(minute: number, perMinute: number): number {
  return Math.floor((minute + 1) * perMinute) - Math.floor(minute * perMinute);
}

/** So many times the value 1, as counters are written. */
export const counted = (count: number): Samples => [[1, count]];

export const isNamed = ({ metric }: Moment, namespace: string, ...names: readonly string[]): boolean =>
  metric.namespace === namespace && names.includes(metric.name);

/** A share of what a load has to do; on a quiet stage at least this often, since people try again. */
export function atLeast(load: Load, share: number, leastPerMinute: number): number {
  return Math.max(load.requestsPerMinute * share, leastPerMinute);
}
