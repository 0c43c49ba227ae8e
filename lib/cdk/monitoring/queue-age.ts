import { type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { TriggeredFunction } from '../../../shared/lambda/trigger.ts';
import type { Watched } from './watched.ts';

/** How long the oldest message of a function's queue has waited; `undefined` if the function is not deployed. */
export const queueAge = (
  { queues }: Watched,
  { name }: Pick<TriggeredFunction, 'name'>,
): Metric | undefined =>
  queues
    .get(name)
    ?.metricApproximateAgeOfOldestMessage({ statistic: Stats.MAXIMUM, label: 'oldest message (s)' });
