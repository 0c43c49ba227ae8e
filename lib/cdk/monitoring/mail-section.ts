import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { MAIL_OUTCOMES, SUPPRESSION_REASONS } from '../../../shared/mail/mail-status.ts';
import { guardMetric } from './guard-metric.ts';
import type { Section } from './section.ts';
import type { Watched } from './watched.ts';

export const mailSection = (watched: Watched): Section => ({
  title: 'Mail',
  graphs: [
    {
      title: 'Messages, by outcome',
      metrics: MAIL_OUTCOMES.map((outcome) =>
        guardMetric(watched, 'Mails', { statistic: Stats.SUM, dimensions: { outcome }, label: outcome }),
      ),
    },
    {
      title: 'Suppressed addresses, by reason',
      metrics: SUPPRESSION_REASONS.map((reason) =>
        guardMetric(watched, 'SuppressedAddresses', {
          statistic: Stats.SUM,
          dimensions: { reason },
          label: reason,
        }),
      ),
    },
  ],
});
