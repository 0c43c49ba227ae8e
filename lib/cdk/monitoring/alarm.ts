import type { Stack } from 'aws-cdk-lib';
import type { MetricWithAlarmSupport } from 'cdk-monitoring-constructs';

/** Which values are well: up to one, or from one on. */
type Well =
  | { readonly wellUpTo: number; readonly wellFrom?: never }
  | { readonly wellFrom: number; readonly wellUpTo?: never };

/** A metric, and the stack whose alarm it is: that of its functions, since a stack holds 500 resources at most. */
export interface StackMetric {
  readonly metric: MetricWithAlarmSupport;
  readonly stack: Stack;
}

/** When an alarm is on. */
export type Condition<Watches = MetricWithAlarmSupport> = Well & {
  readonly watches: Watches;
  readonly periodMinutes: number;
  /** How many of the latest periods must not be well. */
  readonly periods: { readonly bad: number; readonly of: number };
  /** What a period is that has no value. */
  readonly missing: 'well' | 'bad' | 'as before';
};

/** What people are told. */
interface Message {
  /** In kebab-case: the heading of the runbook's entry, and the alarm's name after the stage's. */
  readonly name: string;
  /** What has happened when it goes off, in one sentence. */
  readonly meaning: string;
  /** A page wakes somebody: clients are hurt, or are about to be. A ticket waits for the next working day. */
  readonly severity: 'page' | 'ticket';
}

/** An alarm. */
export type SingleAlarm = Message & Condition;

/** Several alarms that differ only in what they watch, and share an entry. Their names end in their keys. */
export type AlarmFamily = Message & Condition<ReadonlyMap<string, StackMetric>>;

/** An alarm that is on while all of its conditions are. Each is an alarm of its own that tells nobody. */
export type CombinedAlarm = Message & { readonly allOf: ReadonlyMap<string, Condition> };

export type AlarmDeclaration = SingleAlarm | AlarmFamily | CombinedAlarm;
