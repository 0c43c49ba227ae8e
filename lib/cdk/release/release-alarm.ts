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

/**
 * How many server errors the alarm needs in one minute. The network may cause one, but code with a defect causes three in a
 * few requests.
 */
const SERVER_ERRORS = 3;
/**
 * On a busy stage, any minute has three errors, so the percentage matters, too. A canary that always fails affects up to a
 * tenth of all requests.
 */
const SERVER_ERRORS_PERCENT = 0.5;

/**
 * Fires when the API answers with server errors, or when code of this commit answers `internal_error` even once. It watches
 * the API, because Lambda does not count an answer 500 as an error. Code of other commits may answer `internal_error`, so
 * that it does not stop the release that repairs it.
 */
export function createReleaseAlarm(scope: Construct, { stage, commit }: StageSettings): Alarm {
  return new Alarm(scope, 'ReleaseAlarm', {
    alarmName: `${serviceName(stage)}-release-server-errors`,
    alarmDescription:
      'Rolls back the current releases, without a notification. Runbook: docs/runbook.md#release-server-errors',
    metric: new MathExpression({
      // An `internal_error` of this commit counts as 100 %. The API's errors are part of the sum, because a sum of metrics
      // without values has no value.
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
 * A metric of the API. It names the API instead of referring to it, because the aliases depend on this alarm, and the API
 * depends on the aliases.
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
