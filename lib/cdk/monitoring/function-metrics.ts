import { type MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { WatchedFunction } from './function-groups.ts';
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

/** The percentage of runs that answered 5xx. */
export function errorShare(watched: Watched, group: string, minimum: number): MathExpression {
  return shareOf({
    part: [groupMetric(watched, 'ServerErrors', group)],
    whole: [groupMetric(watched, 'Runs', group)],
    minimum,
    label: `${group}, errors %`,
  });
}

/** The percentage of runs that crashed or were throttled. Guard counts neither, so they are added to the runs. */
export function crashShare(
  watched: Watched,
  group: string,
  functions: Functions,
  minimum: number,
): MathExpression {
  const part = [...errorsOf(functions), ...throttlesOf(functions)];
  const whole = [...part, groupMetric(watched, 'Runs', group)];
  return shareOf({ part, whole, minimum, label: `${group}, crashed %` });
}
