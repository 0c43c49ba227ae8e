import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { notifyPeopleTrigger } from '../../../functions/jobs/notifications.ts';
import { CHANNEL_KINDS } from '../../../shared/notify/channel-kind.ts';
import { NOTIFICATION_OUTCOMES } from '../../../shared/notify/notification.ts';
import type { Alarms } from './created-alarm.ts';
import { guardMetric } from './guard-metric.ts';
import { nobodyNotified } from './notification-alarms.ts';
import { queueAge } from './queue-age.ts';
import { limitsOf, type Section } from './section.ts';
import type { Watched } from './watched.ts';

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
