import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Alarms } from './created-alarm.ts';
import { accountConcurrency } from './function-alarms.ts';
import type { WatchedFunction } from './function-groups.ts';
import { durationsOf, errorsOf, groupMetric, invocationsOf, throttlesOf } from './function-metrics.ts';
import { guardMetric } from './guard-metric.ts';
import { limitsOf, type Section } from './section.ts';
import type { Watched } from './watched.ts';

/** First the account's concurrency, then a section for each group of functions. */
export function functionSections(watched: Watched, alarms: Alarms): Section[] {
  return [
    {
      title: 'Functions',
      graphs: [
        {
          title: 'Concurrent functions of the whole account',
          metrics: [accountConcurrency()],
          horizontalAnnotations: limitsOf(alarms, 'function-concurrency'),
        },
        {
          title: 'Cold starts',
          metrics: [guardMetric(watched, 'ColdStart', { statistic: Stats.SUM, dimensions: {} })],
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
      {
        title: 'Completed runs, and runs that answered 5xx',
        metrics: [groupMetric(watched, 'Runs', group), groupMetric(watched, 'ServerErrors', group)],
      },
      { title: 'Duration, p99 (ms)', metrics: durationsOf(functions, Stats.percentile(99)) },
      { title: 'Invocations', metrics: invocationsOf(functions) },
    ],
  };
}
