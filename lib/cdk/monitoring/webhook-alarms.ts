import { type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { deliverWebhookTrigger } from '../../../functions/webhooks/deliver-webhook.trigger.ts';
import { queueWebhooksTrigger } from '../../../functions/webhooks/queue-webhooks.trigger.ts';
import type { AlarmDeclaration } from './alarm.ts';
import { ONCE, TWICE_IN_THREE } from './periods.ts';
import { streamAge } from './stream-age.ts';
import type { Watched } from './watched.ts';

/** Each alarm exists only if its function is deployed. */
export function webhookAlarms(watched: Watched): AlarmDeclaration[] {
  const age = streamAge(watched, queueWebhooksTrigger);
  const queue = deliveryQueue(watched);
  return [...(age ? [lateAlarm(age)] : []), ...(queue ? [backlogAlarm(oldestMessage(queue))] : [])];
}

const lateAlarm = (watches: Metric): AlarmDeclaration => ({
  name: 'webhooks-late',
  meaning: 'In 5 minutes a change had waited for more than an hour before its deliveries were queued.',
  // No receiver is notified of anything, and after 12 hours the events must be republished.
  severity: 'page',
  watches,
  // The age is normally below a second. Lambda retries a failed batch within a minute, so shorter outages end by themselves.
  wellUpTo: 3_600_000,
  periodMinutes: 5,
  periods: ONCE,
  // Lambda measures it with each batch, so without changes there is no value.
  missing: 'well',
});

const backlogAlarm = (watches: Metric): AlarmDeclaration => ({
  name: 'webhook-backlog',
  meaning: 'Twice in 15 minutes the oldest delivery had waited for more than an hour.',
  // The usual cause is one receiver that is slower than its events arrive. The queue keeps them for 14 days.
  severity: 'ticket',
  watches,
  // A message that always fails moves to the dead-letter queue after half an hour, so it does not count as a backlog.
  wellUpTo: 3_600,
  periodMinutes: 5,
  // A receiver that is barely fast enough exceeds the threshold now and then.
  periods: TWICE_IN_THREE,
  // An empty queue has no oldest message.
  missing: 'well',
});

/** The queue of webhook deliveries; `undefined` if no function delivers them. */
export const deliveryQueue = ({ queues }: Watched): Queue | undefined =>
  queues.get(deliverWebhookTrigger.name);

export const oldestMessage = (queue: Queue): Metric =>
  queue.metricApproximateAgeOfOldestMessage({ statistic: Stats.MAXIMUM, label: 'oldest message (s)' });
