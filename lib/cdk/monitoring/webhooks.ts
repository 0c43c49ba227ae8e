import { Duration } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { deliverWebhookTrigger, queueWebhooksTrigger } from '../../../functions/jobs/webhooks.ts';
import { DELIVERY_OUTCOMES } from '../../../shared/webhooks/attempt.ts';
import type { AlarmDeclaration, Alarms } from './alarm.ts';
import { guardMetric } from './metrics.ts';
import { limitsOf, type Section } from './section.ts';
import { queueAge, streamAge, type Watched } from './watched.ts';

/**
 * The alarms of webhooks. Events that wait before their deliveries are queued are late for people, too, so `events-late` is
 * about them.
 */
export function webhookAlarms(watched: Watched): AlarmDeclaration[] {
  const age = queueAge(watched, deliverWebhookTrigger);
  if (!age) return [];
  return [
    {
      name: 'webhook-backlog',
      alarmDescription: 'Twice in 15 minutes the oldest delivery had waited for more than an hour.',
      // The usual cause is one receiver that is slower than its events arrive. The queue keeps the events for 14 days.
      severity: 'ticket',
      // An empty queue has no oldest message.
      metric: age,
      // A message that always fails moves to the dead-letter queue after half an hour, so it is not counted as waiting that
      // long.
      threshold: 3_600,
      period: Duration.minutes(5),
      // Two values must be bad, because a receiver that is barely fast enough exceeds the threshold now and then.
      datapointsToAlarm: 2,
      evaluationPeriods: 3,
    },
  ];
}

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
