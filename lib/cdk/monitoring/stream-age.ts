import { type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { StreamTrigger, TriggeredFunction } from '../../../shared/lambda/trigger.ts';
import type { Watched } from './watched.ts';

/**
 * The time that the last change of each batch had waited in the table's stream; `undefined` if the function is not deployed.
 */
export function streamAge(
  { functionGroups }: Watched,
  { name }: TriggeredFunction<StreamTrigger>,
): Metric | undefined {
  const reader = [...functionGroups.values()].flat().find((it) => it.name === name);
  return reader?.function.metric('IteratorAge', { statistic: Stats.MAXIMUM, label: 'oldest change (ms)' });
}
