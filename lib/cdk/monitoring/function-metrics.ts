import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { combineMetrics } from './combine-metrics.ts';
import type { WatchedFunction } from './function-groups.ts';

type Functions = readonly WatchedFunction[];

export const errorsOf = (functions: Functions) =>
  functions.map(({ name, function: it }) => it.metricErrors({ label: name }));

export const throttlesOf = (functions: Functions) =>
  functions.map(({ name, function: it }) => it.metricThrottles({ label: `${name} throttled` }));

export const durationsOf = (functions: Functions, statistic: string) =>
  functions.map(({ name, function: it }) => it.metricDuration({ label: name, statistic }));

export const invocationsOf = (functions: Functions) =>
  functions.map(({ name, function: it }) => it.metricInvocations({ label: name }));

/** The longest run in percent of the time that Lambda gives it: of the shortest such time in the group. */
export function timeoutShare(functions: Functions): MathExpression {
  const timeouts = functions.map(({ function: { timeout } }) => timeout?.toMilliseconds() ?? LAMBDA_TIMEOUT);
  return new MathExpression({
    expression: `100 * longest / ${Math.min(...timeouts)}`,
    usingMetrics: {
      longest: combineMetrics('MAX', durationsOf(functions, Stats.MAXIMUM), 'longest'),
    },
    label: '% of timeout',
  });
}

/** Where a function says nothing else (AWS, "Configure Lambda function timeout"). */
const LAMBDA_TIMEOUT = 3_000;
