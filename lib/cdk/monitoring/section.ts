import type { HorizontalAnnotation } from 'aws-cdk-lib/aws-cloudwatch';
import type { CustomMetricGroup } from 'cdk-monitoring-constructs';
import type { Alarms } from './alarm.ts';

/** A heading of the dashboard and the graphs under it. */
export interface Section {
  readonly title: string;
  /** One line of Markdown. */
  readonly description?: string;
  readonly graphs: readonly CustomMetricGroup[];
}

/** The thresholds of an alarm, as lines in a graph of its metric. Throws if the alarm does not exist. */
export function limitsOf(alarms: Alarms, name: string): HorizontalAnnotation[] {
  const found = alarms.get(name);
  if (!found) throw new Error(`There is no alarm ${name}.`);
  return found.flatMap(({ annotation }) => annotation ?? []);
}
