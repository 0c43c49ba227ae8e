import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { CHANNEL_KINDS } from '../../../shared/channels/channel-kind.ts';
import { NOTIFICATION_OUTCOMES } from '../../../shared/notifications/outcomes.ts';
import { guardMetric } from './guard-metric.ts';
import { nobodyNotified } from './notification-alarms.ts';
import type { Section } from './section.ts';
import type { Watched } from './watched.ts';

export const notificationSection = (watched: Watched): Section => ({
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
  ],
});
