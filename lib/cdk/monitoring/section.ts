import type { HorizontalAnnotation } from 'aws-cdk-lib/aws-cloudwatch';
import type { CustomMetricGroup } from 'cdk-monitoring-constructs';
import type { Alarms } from './created-alarm.ts';

/** A heading of the dashboard and the graphs under it. */
export interface Section {
  readonly title: string;
  /** Markdown of one line. */
  readonly description?: string;
  readonly graphs: readonly CustomMetricGroup[];
}

/** The thresholds of an alarm, as lines in a graph of its metric. */
export function limitsOf(alarms: Alarms, name: string): HorizontalAnnotation[] {
  return find(alarms, name).flatMap(({ annotation }) => annotation ?? []);
}

/** Returns the name. Throws if there is no such alarm. */
export function hasAlarm(alarms: Alarms, name: string): string {
  find(alarms, name);
  return name;
}

function find(alarms: Alarms, name: string) {
  const found = alarms.get(name);
  if (!found) throw new Error(`There is no alarm ${name}.`);
  return found;
}
