import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { deliverWebhookTrigger, queueWebhooksTrigger } from '../../../functions/jobs/webhooks.ts';
import { DELIVERY_OUTCOMES } from '../../../shared/webhooks/attempt.ts';
import type { Alarms } from './created-alarm.ts';
import { guardMetric } from './guard-metric.ts';
import { queueAge } from './queue-age.ts';
import { limitsOf, type Section } from './section.ts';
import { streamAge } from './stream-age.ts';
import type { Watched } from './watched.ts';

export function webhookSection(watched: Watched, alarms: Alarms): Section {
  return {
    title: 'Webhooks',
    description:
      'Deliveries to subscribers. One failing receiver is its owner’s fault; many at once may be Guard’s.',
    graphs: [
      {
        title: 'Deliveries, by outcome',
        metrics: DELIVERY_OUTCOMES.map((outcome) =>
          guardMetric(watched, 'WebhookDeliveries', {
            statistic: Stats.SUM,
            dimensions: { outcome },
            label: outcome,
          }),
        ),
      },
      {
        title: 'Disabled, after 410 or 5 days without a success',
        metrics: [guardMetric(watched, 'DisabledWebhooks', { statistic: Stats.SUM, dimensions: {} })],
      },
      ...streamGraphs(watched, alarms),
      ...queueGraphs(watched, alarms),
    ],
  };
}

function streamGraphs(watched: Watched, alarms: Alarms): Section['graphs'] {
  const age = streamAge(watched, queueWebhooksTrigger);
  if (!age) return [];
  return [
    {
      title: 'Changes waiting in the stream (ms)',
      metrics: [age],
      horizontalAnnotations: limitsOf(alarms, 'events-late'),
    },
  ];
}

function queueGraphs(watched: Watched, alarms: Alarms): Section['graphs'] {
  const age = queueAge(watched, deliverWebhookTrigger);
  const queue = watched.queues.get(deliverWebhookTrigger.name);
  if (!age || !queue) return [];
  return [
    {
      title: 'Oldest delivery in the queue (s)',
      metrics: [age],
      horizontalAnnotations: limitsOf(alarms, 'webhook-backlog'),
    },
    {
      title: 'Deliveries in the queue',
      metrics: [
        queue.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM, label: 'messages' }),
      ],
    },
  ];
}
