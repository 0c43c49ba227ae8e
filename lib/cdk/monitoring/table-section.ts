import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { INDEX_NAMES } from '../../../shared/table/definition.ts';
import { combineMetrics } from './combine-metrics.ts';
import type { Section } from './section.ts';
import {
  operationMetric,
  TABLE_OPERATIONS,
  THROTTLE_REASONS,
  tableSum,
  transactionConflicts,
} from './table-metrics.ts';
import type { Watched } from './watched.ts';

export function tableSection(watched: Watched): Section {
  const everywhere = (name: Parameters<typeof tableSum>[1]) =>
    [undefined, ...INDEX_NAMES].map((index) => tableSum(watched, name, index));
  const ofOperations = (name: Parameters<typeof operationMetric>[1], statistic: string) =>
    TABLE_OPERATIONS.map((operation) => operationMetric(watched, name, operation, statistic));
  return {
    title: 'Table',
    description:
      'An index that throttles writes holds up all writes to the table (back-pressure). Reasons: *KeyRange*: one partition is hot; *AccountLimit*: the quota of the account.',
    graphs: [
      { title: 'Throttled writes', metrics: everywhere('WriteThrottleEvents') },
      { title: 'Throttled reads', metrics: everywhere('ReadThrottleEvents') },
      {
        title: 'Throttled, by reason',
        metrics: THROTTLE_REASONS.map((reason) => combineMetrics('SUM', everywhere(reason), reason)),
      },
      { title: 'System errors', metrics: ofOperations('SystemErrors', Stats.SUM) },
      { title: 'Transaction conflicts', metrics: [transactionConflicts(watched)] },
      { title: 'Consumed write units', metrics: everywhere('ConsumedWriteCapacityUnits') },
      { title: 'Consumed read units', metrics: everywhere('ConsumedReadCapacityUnits') },
      { title: 'Latency, average (ms)', metrics: ofOperations('SuccessfulRequestLatency', Stats.AVERAGE) },
      { title: 'Latency, longest (ms)', metrics: ofOperations('SuccessfulRequestLatency', Stats.MAXIMUM) },
    ],
  };
}
