import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { WatchedFunction } from './function-groups.ts';
import { durationsOf, errorsOf, invocationsOf, throttlesOf } from './function-metrics.ts';
import { guardMetric } from './guard-metric.ts';
import type { Section } from './section.ts';
import type { Watched } from './watched.ts';

/** A section for each group of functions, and first what they share. */
export function functionSections(watched: Watched): Section[] {
  return [
    {
      title: 'Functions',
      graphs: [
        {
          title: 'Functions that run at once, in the whole account',
          metrics: [LambdaFunction.metricAllConcurrentExecutions({ statistic: Stats.MAXIMUM })],
        },
        {
          title: 'Requests that reached an endpoint',
          metrics: [guardMetric(watched, 'Requests', { statistic: Stats.SUM, dimensions: {} })],
        },
      ],
    },
    ...[...watched.functionGroups].map(([group, functions]) => groupSection(watched, group, functions)),
  ];
}

function groupSection(watched: Watched, group: string, functions: readonly WatchedFunction[]): Section {
  return {
    title: `Functions: ${group}`,
    graphs: [
      { title: 'Errors and throttles', metrics: [...errorsOf(functions), ...throttlesOf(functions)] },
      { title: 'Duration, p99 (ms)', metrics: durationsOf(functions, Stats.percentile(99)) },
      { title: 'Invocations', metrics: invocationsOf(functions) },
      { title: 'Cold starts', metrics: functions.map((it) => coldStarts(watched, it)) },
    ],
  };
}

const coldStarts = (watched: Watched, { name, function: it }: WatchedFunction) =>
  guardMetric(watched, 'ColdStart', {
    statistic: Stats.SUM,
    dimensions: { function_name: it.functionName },
    label: name,
  });
