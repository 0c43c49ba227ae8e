import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { DELIVERY_OUTCOMES } from '../../../shared/webhooks/outcomes.ts';
import { guardMetric } from './guard-metric.ts';
import type { Section } from './section.ts';
import type { Watched } from './watched.ts';

export function webhookSection(watched: Watched): Section {
  return {
    title: 'Webhooks',
    description:
      'Other systems that are told what happens. That a receiver fails is its owner’s to see to; that many do at once may be ours.',
    graphs: [
      {
        title: 'Deliveries, by what became of them',
        metrics: DELIVERY_OUTCOMES.map((outcome) =>
          guardMetric(watched, 'WebhookDeliveries', {
            statistic: Stats.SUM,
            dimensions: { outcome },
            label: outcome,
          }),
        ),
      },
      {
        title: 'Disabled, for 410 or 5 days without a success',
        metrics: [guardMetric(watched, 'DisabledWebhooks', { statistic: Stats.SUM, dimensions: {} })],
      },
    ],
  };
}
