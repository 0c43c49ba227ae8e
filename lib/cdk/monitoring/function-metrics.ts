import { type MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { GroupPart, WatchedFunction } from './function-groups.ts';
import { guardMetric } from './guard-metric.ts';
import { shareOf } from './share.ts';
import type { Watched } from './watched.ts';

type Functions = readonly WatchedFunction[];

export const errorsOf = (functions: Functions) =>
  functions.map(({ name, function: it }) => it.metricErrors({ label: name }));

export const throttlesOf = (functions: Functions) =>
  functions.map(({ name, function: it }) => it.metricThrottles({ label: `${name} throttled` }));

export const durationsOf = (functions: Functions, statistic: string) =>
  functions.map(({ name, function: it }) => it.metricDuration({ label: name, statistic }));

export const invocationsOf = (functions: Functions) =>
  functions.map(({ name, function: it }) => it.metricInvocations({ label: name }));

export const groupMetric = (watched: Watched, name: 'Runs' | 'ServerErrors', group: string) =>
  guardMetric(watched, name, { statistic: Stats.SUM, dimensions: { group } });

/**
 * The percentage of runs that crashed or answered 5xx. Guard does not count crashed runs, so they are added to the runs.
 */
export function errorShare(
  watched: Watched,
  { group, functions }: GroupPart,
  minimum: number,
): MathExpression {
  const crashes = errorsOf(functions);
  return shareOf({
    part: [...crashes, groupMetric(watched, 'ServerErrors', group)],
    whole: [...crashes, groupMetric(watched, 'Runs', group)],
    minimum,
    label: `${group}, errors %`,
  });
}

/** The percentage of invocations that Lambda throttled. */
export function throttleShare(
  watched: Watched,
  { group, functions }: GroupPart,
  minimum: number,
): MathExpression {
  const throttles = throttlesOf(functions);
  const whole = [...throttles, groupMetric(watched, 'Runs', group)];
  return shareOf({ part: throttles, whole, minimum, label: `${group}, throttled %` });
}

/** The percentage of runs that took more than `percent` of their timeout. */
export function slowShare(
  watched: Watched,
  { group, functions }: GroupPart,
  { percent, minimum }: { readonly percent: number; readonly minimum: number },
): MathExpression {
  const slow = functions.map(({ name, function: it }) => {
    const limit = ((it.timeout?.toMilliseconds() ?? LAMBDA_TIMEOUT) * percent) / 100;
    // Trimmed count: the number of values above the limit (AWS, "CloudWatch statistics definitions").
    return it.metricDuration({ label: name, statistic: `TC(${limit}:)` });
  });
  return shareOf({
    part: slow,
    whole: [groupMetric(watched, 'Runs', group)],
    minimum,
    label: `${group}, slow %`,
  });
}

/** The default timeout (AWS, "Configure Lambda function timeout"). */
const LAMBDA_TIMEOUT = 3_000;
