import { type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { notifyPeopleTrigger } from '../../../functions/jobs/notifications.ts';
import { queueWebhooksTrigger } from '../../../functions/jobs/webhooks.ts';
import type { AlarmDeclaration } from './alarm.ts';
import { guardMetric } from './guard-metric.ts';
import { ONCE, TWICE_IN_THREE } from './periods.ts';
import { queueAge } from './queue-age.ts';
import { streamAge } from './stream-age.ts';
import type { Watched } from './watched.ts';

/** An alarm about waiting events or messages exists only if the function that works on them is deployed. */
export function notificationAlarms(watched: Watched): AlarmDeclaration[] {
  const events = streamAge(watched, queueWebhooksTrigger);
  const messages = queueAge(watched, notifyPeopleTrigger);
  return [
    nobodyAlarm(watched),
    ...(events ? [eventsLate(events)] : []),
    ...(messages ? [notificationsLate(messages)] : []),
  ];
}

const nobodyAlarm = (watched: Watched): AlarmDeclaration => ({
  name: 'nobody-notified',
  meaning: 'An event of a notification rule reached none of its people by any channel.',
  // Perhaps nobody knows of an alert, and nothing else notices that.
  severity: 'page',
  watches: nobodyNotified(watched),
  // Each event counts, because its rule says that a person must know.
  wellUpTo: 0,
  periodMinutes: 5,
  periods: ONCE,
  missing: 'well',
});

const eventsLate = (watches: Metric): AlarmDeclaration => ({
  name: 'events-late',
  meaning:
    'In 5 minutes an event had waited for more than 5 minutes before it was sent to people and webhooks.',
  // Nobody is notified of anything, and after 12 hours the events must be republished.
  severity: 'page',
  watches,
  // It is normally below a second. Lambda retries a failed batch within a minute, so shorter outages end by themselves.
  wellUpTo: 300_000,
  periodMinutes: 5,
  periods: ONCE,
  // Lambda measures it with each batch, so without events there is no value.
  missing: 'well',
});

const notificationsLate = (watches: Metric): AlarmDeclaration => ({
  name: 'notifications-late',
  meaning:
    'Twice in 15 minutes the oldest message had waited for more than 150 seconds before people were notified.',
  // After half an hour planned notifications fail.
  severity: 'page',
  watches,
  // A message is normally processed within a second, and again 84 seconds after a run that failed. SQS no longer counts a message
  // that was received three times, which is after 168 seconds (AWS, "Available CloudWatch metrics for Amazon SQS").
  wellUpTo: 150,
  periodMinutes: 5,
  periods: TWICE_IN_THREE,
  // An empty queue has no oldest message.
  missing: 'well',
});

export const nobodyNotified = (watched: Watched) =>
  guardMetric(watched, 'NobodyNotified', { statistic: Stats.SUM, dimensions: {} });
