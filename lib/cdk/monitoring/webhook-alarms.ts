import { type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { deliverWebhookTrigger } from '../../../functions/webhooks/deliver-webhook.trigger.ts';
import { queueWebhooksTrigger } from '../../../functions/webhooks/queue-webhooks.trigger.ts';
import type { AlarmDeclaration } from './alarm.ts';
import { ONCE, TWICE_IN_THREE } from './periods.ts';
import { streamAge } from './stream-age.ts';
import type { Watched } from './watched.ts';

/** Each only where its function is deployed. */
export function webhookAlarms(watched: Watched): AlarmDeclaration[] {
  const age = streamAge(watched, queueWebhooksTrigger);
  const queue = deliveryQueue(watched);
  return [...(age ? [lateAlarm(age)] : []), ...(queue ? [backlogAlarm(oldestMessage(queue))] : [])];
}

const lateAlarm = (watches: Metric): AlarmDeclaration => ({
  name: 'webhooks-late',
  meaning:
    'In 5 minutes a change had waited for more than 5 minutes before it was put into the queue of webhooks.',
  // It is tried for a day, and nothing is lost before.
  severity: 'ticket',
  watches,
  // On an ordinary day it is below a second. A batch that fails comes again at most a minute later.
  wellUpTo: 5 * 60_000,
  periodMinutes: 5,
  periods: ONCE,
  // Lambda measures it with each batch: without changes there is none.
  missing: 'well',
});

const backlogAlarm = (watches: Metric): AlarmDeclaration => ({
  name: 'webhook-backlog',
  meaning: 'Twice in 15 minutes the oldest message to a webhook had waited for more than an hour.',
  // Nearly always one receiver that is slower than its events come. The queue keeps them for 14 days.
  severity: 'ticket',
  watches,
  // A message whose runs fail is a dead letter after half an hour, so one of them alone is no backlog.
  wellUpTo: 3_600,
  periodMinutes: 5,
  // A receiver that is about as fast as its events is over the line now and then.
  periods: TWICE_IN_THREE,
  // An empty queue has no oldest message.
  missing: 'well',
});

/** Where messages wait to be sent to webhooks; none where nothing sends them. */
export const deliveryQueue = ({ queues }: Watched): Queue | undefined =>
  queues.get(deliverWebhookTrigger.name);

export const oldestMessage = (queue: Queue): Metric =>
  queue.metricApproximateAgeOfOldestMessage({ statistic: Stats.MAXIMUM, label: 'oldest message (s)' });
