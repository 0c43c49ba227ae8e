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
import { serviceName } from '../../../shared/lambda/metrics.ts';
import { restApiName } from '../api/rest-api.ts';
import { errorRateExpression } from '../monitoring/api-metrics.ts';

/** Of one minute: one server error may be the network's, three of a few requests are the code's. */
const SERVER_ERRORS = 3;
/** A busy stage has its three errors in any minute; a canary that always fails is up to a tenth of all requests. */
const SERVER_ERRORS_PERCENT = 0.5;

/**
 * Goes off when the API answers with server errors. It watches what clients see: a function that fails is 502 there,
 * one that answers 500 is no error to Lambda.
 */
export function createReleaseAlarm(scope: Construct, stage: string): Alarm {
  return new Alarm(scope, 'ReleaseAlarm', {
    alarmName: `${serviceName(stage)}-release-server-errors`,
    alarmDescription:
      'Takes back the releases that are under way, and tells nobody. Runbook: docs/runbook.md#release-server-errors',
    metric: new MathExpression({
      expression: errorRateExpression(SERVER_ERRORS),
      usingMetrics: {
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
 * The API is named, not referred to: it calls the aliases, which must not depend on an alarm that depends on it.
 */
function apiMetric(stage: string, metricName: '5XXError' | 'Count', statistic: string): Metric {
  return new Metric({
    namespace: 'AWS/ApiGateway',
    metricName,
    dimensionsMap: { ApiName: restApiName(stage), Stage: stage },
    statistic,
  });
}
