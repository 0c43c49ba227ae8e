import { Duration } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { notifyPeopleTrigger } from '../../../functions/jobs/notifications.ts';
import { queueWebhooksTrigger } from '../../../functions/jobs/webhooks.ts';
import { CHANNEL_KINDS } from '../../../shared/notify/channel-kind.ts';
import { NOTIFICATION_OUTCOMES } from '../../../shared/notify/notification.ts';
import type { AlarmDeclaration, Alarms } from './alarm.ts';
import { guardMetric } from './metrics.ts';
import { limitsOf, type Section } from './section.ts';
import { queueAge, streamAge, type Watched } from './watched.ts';

const nobodyNotified = (watched: Watched) =>
  guardMetric(watched, 'NobodyNotified', { statistic: Stats.SUM, dimensions: {} });

/**
 * The alarms of notifications. If a function is not deployed, there is no alarm about the events or messages that wait for
 * it.
 */
export function notificationAlarms(watched: Watched): AlarmDeclaration[] {
  const events = streamAge(watched, queueWebhooksTrigger);
  const messages = queueAge(watched, notifyPeopleTrigger);
  const nobody: AlarmDeclaration = {
    name: 'nobody-notified',
    alarmDescription: 'An event of a notification rule reached none of its people by any channel.',
    // It is a page, because perhaps nobody knows of an alert, and nothing else would notice that.
    severity: 'page',
    metric: nobodyNotified(watched),
    // A single event is enough, because its rule requires that a person is notified.
    threshold: 0,
    period: Duration.minutes(5),
  };
  const eventsLate: AlarmDeclaration | undefined = events && {
    name: 'events-late',
    alarmDescription:
      'In 5 minutes an event had waited for more than 5 minutes before it was sent to people and webhooks.',
    // It is a page, because nobody is notified of anything, and after 12 hours the events must be published again by hand.
    severity: 'page',
    // Lambda measures the age with each batch, so while there are no events, there is no value.
    metric: events,
    // The age is normally below a second. Lambda retries a failed batch within a minute, so shorter outages end by
    // themselves.
    threshold: 300_000,
    period: Duration.minutes(5),
  };
  const messagesLate: AlarmDeclaration | undefined = messages && {
    name: 'notifications-late',
    alarmDescription:
      'Twice in 15 minutes the oldest message had waited for more than 150 seconds before people were notified.',
    // It is a page, because after half an hour, notifications that were planned fail.
    severity: 'page',
    // An empty queue has no oldest message.
    metric: messages,
    // A message is normally handled within a second, and after a failed run 84 seconds later. SQS does not count a message
    // any more that was received three times, which is after 168 seconds (AWS, "Available CloudWatch metrics for Amazon
    // SQS").
    threshold: 150,
    period: Duration.minutes(5),
    datapointsToAlarm: 2,
    evaluationPeriods: 3,
  };
  return [nobody, eventsLate ?? [], messagesLate ?? []].flat();
}

export function notificationSection(watched: Watched, alarms: Alarms): Section {
  const age = queueAge(watched, notifyPeopleTrigger);
  return {
    title: 'Notifications',
    graphs: [
      ...CHANNEL_KINDS.map((channel) => ({
        title: `By ${channel}, by outcome`,
        metrics: NOTIFICATION_OUTCOMES.map((outcome) =>
          guardMetric(watched, 'Notifications', {
            statistic: Stats.SUM,
            dimensions: { channel, outcome },
            label: outcome,
          }),
        ),
      })),
      { title: 'Events that reached nobody', metrics: [nobodyNotified(watched)] },
      ...(age
        ? [
            {
              title: 'Oldest message in the queue (s)',
              metrics: [age],
              horizontalAnnotations: limitsOf(alarms, 'notifications-late'),
            },
          ]
        : []),
    ],
  };
}
