import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  MathExpression,
  Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { METRICS_NAMESPACE, type MetricName, serviceName } from '../../../shared/lambda/metrics.ts';
import { restApiName } from '../api/rest-api.ts';
import { errorRateExpression } from '../monitoring/api.ts';
import type { StageSettings } from '../stage-settings.ts';

/** The minimum in one minute: the network may cause one server error, but the code causes three in a few requests. */
const SERVER_ERRORS = 3;
/** A busy stage has three errors in any minute. A canary that always fails affects up to a tenth of all requests. */
const SERVER_ERRORS_PERCENT = 0.5;

/**
 * Fires when the API answers with server errors, or code of this commit answers `internal_error` once. It watches the API,
 * since Lambda does not count an answer 500 as an error. Code of other commits may fail, so that it does not stop the release
 * that fixes it.
 */
export function createReleaseAlarm(scope: Construct, { stage, commit }: StageSettings): Alarm {
  return new Alarm(scope, 'ReleaseAlarm', {
    alarmName: `${serviceName(stage)}-release-server-errors`,
    alarmDescription:
      'Rolls back the current releases, without a notification. Runbook: docs/runbook.md#release-server-errors',
    metric: new MathExpression({
      // A defect counts as 100 %. The API's errors are in the sum, because a sum of metrics without values has none.
      expression: `IF(SUM([errors, defects]) > errors, 100, ${errorRateExpression(SERVER_ERRORS)})`,
      usingMetrics: {
        defects: defectsOf(stage, commit),
        errors: apiMetric(stage, '5XXError', Stats.SUM),
        requests: apiMetric(stage, 'Count', Stats.SAMPLE_COUNT),
      },
      period: Duration.minutes(1),
    }),
    threshold: SERVER_ERRORS_PERCENT,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
}

/**
 * The metric names the API instead of referring to it: the aliases depend on this alarm, and the API depends on the aliases.
 */
function apiMetric(stage: string, metricName: '5XXError' | 'Count', statistic: string): Metric {
  return new Metric({
    namespace: 'AWS/ApiGateway',
    metricName,
    dimensionsMap: { ApiName: restApiName(stage), Stage: stage },
    statistic,
  });
}

function defectsOf(stage: string, release: string): Metric {
  const name: MetricName = 'InternalErrors';
  return new Metric({
    namespace: METRICS_NAMESPACE,
    metricName: name,
    dimensionsMap: { service: serviceName(stage), release },
    statistic: Stats.SUM,
  });
}
