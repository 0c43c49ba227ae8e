import type { MetricWithAlarmSupport } from 'cdk-monitoring-constructs';

/** Which values are well: up to one, or from one on. */
type Well =
  | { readonly wellUpTo: number; readonly wellFrom?: never }
  | { readonly wellFrom: number; readonly wellUpTo?: never };

/** An alarm, or several that differ only in what they watch and share an entry of docs/runbook.md. */
export type AlarmDeclaration = Well & {
  /** In kebab-case: the heading of the runbook's entry, and the alarm's name after the stage's. */
  readonly name: string;
  /** What has happened when it goes off, in one sentence. */
  readonly meaning: string;
  /** Where there are several, their alarms' names end in their keys. */
  readonly watches: MetricWithAlarmSupport | ReadonlyMap<string, MetricWithAlarmSupport>;
  readonly periodMinutes: number;
  /** How many of the latest periods must not be well. */
  readonly periods: { readonly bad: number; readonly of: number };
  /** What a period is that has no value. */
  readonly missing: 'well' | 'bad' | 'as before';
};
