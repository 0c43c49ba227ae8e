import type { Stack } from 'aws-cdk-lib';
import type { MetricWithAlarmSupport } from 'cdk-monitoring-constructs';

/** The range of good values. */
type Well =
  | { readonly wellUpTo: number; readonly wellFrom?: never }
  | { readonly wellFrom: number; readonly wellUpTo?: never };

/** A metric, and the stack that holds its alarm: the functions' stack, since a stack holds 500 resources at most. */
export interface StackMetric {
  readonly metric: MetricWithAlarmSupport;
  readonly stack: Stack;
}

/** The condition in which an alarm is on. */
export type Condition<Watches = MetricWithAlarmSupport> = Well & {
  readonly watches: Watches;
  readonly periodMinutes: number;
  /** The alarm is on while `bad` of the latest `of` periods are not good. */
  readonly periods: { readonly bad: number; readonly of: number };
  /** The effect of a period without a value. */
  readonly missing: 'well' | 'bad' | 'as before';
};

/** The content of a notification. */
interface Message {
  /** The name in kebab-case. It is the heading of the runbook's entry, and the alarm's name is `guard-<stage>-<name>`. */
  readonly name: string;
  /** One sentence: why the alarm fires. */
  readonly meaning: string;
  /** A page cannot wait: clients are affected, or will be soon. A ticket waits for the next working day. */
  readonly severity: 'page' | 'ticket';
}

export type SingleAlarm = Message & Condition;

/** Alarms with one entry that watch different metrics. Their names end in the keys of the map. */
export type AlarmFamily = Message & Condition<ReadonlyMap<string, StackMetric>>;

/** A composite alarm: it fires while all of its conditions do. Each condition is an alarm that notifies nobody. */
export type CombinedAlarm = Message & { readonly allOf: ReadonlyMap<string, Condition> };

export type AlarmDeclaration = SingleAlarm | AlarmFamily | CombinedAlarm;
