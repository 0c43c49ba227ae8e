import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { IVersion } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { serviceName } from '../../../shared/lambda/metrics.ts';

export interface VersionAlarmProps {
  readonly stage: string;
  /** The function's name in `functions/`. */
  readonly name: string;
  /** The function's name on AWS. */
  readonly functionName: string;
  readonly aliasName: string;
  readonly version: IVersion;
}

/**
 * Goes off when the newest version of a function crashes once. Correct code does not. The version before it does not count, so
 * that its errors do not stop the release that fixes them.
 */
export function createVersionAlarm(scope: Construct, id: string, props: VersionAlarmProps): Alarm {
  return new Alarm(scope, id, {
    alarmName: `${serviceName(props.stage)}-release-errors-${props.name}`,
    alarmDescription:
      'Rolls back the current release: its version of a function failed. Runbook: docs/runbook.md#release-errors',
    metric: crashes(props),
    threshold: 0,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
}

/** Lambda counts each version of an alias separately (AWS, "Types of metrics for Lambda functions"). */
function crashes({ functionName, aliasName, version }: VersionAlarmProps): Metric {
  return new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'Errors',
    dimensionsMap: {
      FunctionName: functionName,
      Resource: `${functionName}:${aliasName}`,
      ExecutedVersion: version.version,
    },
    statistic: Stats.SUM,
    period: Duration.minutes(1),
  });
}
