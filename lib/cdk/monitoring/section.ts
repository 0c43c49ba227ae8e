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

/** The lines that a graph of what an alarm watches must not cross. */
export function limitsOf(alarms: Alarms, name: string): HorizontalAnnotation[] {
  return find(alarms, name).flatMap(({ annotation }) => annotation ?? []);
}

/** The name of an alarm that there is. */
export function hasAlarm(alarms: Alarms, name: string): string {
  find(alarms, name);
  return name;
}

function find(alarms: Alarms, name: string) {
  const found = alarms.get(name);
  if (!found) throw new Error(`There is no alarm ${name}.`);
  return found;
}
