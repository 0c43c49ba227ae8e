import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { IVersion } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { type METRICS, METRICS_NAMESPACE, serviceName } from '../../../shared/lambda/metrics.ts';
import { combineMetrics } from '../monitoring/combine-metrics.ts';

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
 * Goes off when the newest version of a function crashes or answers `internal_error` once. Correct code does neither. The
 * version before it does not count, so that its errors do not stop the release that fixes them.
 */
export function createVersionAlarm(scope: Construct, id: string, props: VersionAlarmProps): Alarm {
  return new Alarm(scope, id, {
    alarmName: `${serviceName(props.stage)}-release-errors-${props.name}`,
    alarmDescription:
      'Rolls back the current release: its version of a function failed. Runbook: docs/runbook.md#release-errors',
    metric: combineMetrics('SUM', [crashes(props), internalErrors(props)], 'errors').with({
      period: Duration.minutes(1),
    }),
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
  });
}

function internalErrors({ stage, functionName, version }: VersionAlarmProps): Metric {
  const dimensions: Readonly<Record<(typeof METRICS)['InternalErrors']['dimensions'][number], string>> = {
    function_name: functionName,
    function_version: version.version,
  };
  return new Metric({
    namespace: METRICS_NAMESPACE,
    metricName: 'InternalErrors',
    dimensionsMap: { service: serviceName(stage), ...dimensions },
    statistic: Stats.SUM,
  });
}
