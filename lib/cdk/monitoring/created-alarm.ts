import type { AlarmBase, HorizontalAnnotation } from 'aws-cdk-lib/aws-cloudwatch';
import type { AlarmWithAnnotation } from 'cdk-monitoring-constructs';

export interface CreatedAlarm {
  readonly alarm: AlarmBase;
  /** The threshold as a line in a graph; none if the alarm combines others. */
  readonly annotation: HorizontalAnnotation | undefined;
}

/** The alarms of each declaration, by its name. */
export type Alarms = ReadonlyMap<string, readonly CreatedAlarm[]>;

export const annotated = ({ alarm, annotation }: AlarmWithAnnotation): CreatedAlarm => ({
  alarm,
  annotation,
});
