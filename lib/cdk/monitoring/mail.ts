import { Duration } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { NO_MAIL } from '../../../shared/lambda/settings.ts';
import { MAIL_OUTCOMES, SUPPRESSION_REASONS } from '../../../shared/mail/mail-status.ts';
import type { AlarmDeclaration } from './alarm.ts';
import { guardMetric, shareOf } from './metrics.ts';
import type { Section } from './section.ts';
import type { Watched } from './watched.ts';

const mails = (watched: Watched, outcome: (typeof MAIL_OUTCOMES)[number]) =>
  guardMetric(watched, 'Mails', { statistic: Stats.SUM, dimensions: { outcome } });

const suppressedAddresses = (watched: Watched, reason: (typeof SUPPRESSION_REASONS)[number]) =>
  guardMetric(watched, 'SuppressedAddresses', { statistic: Stats.SUM, dimensions: { reason } });

/** The alarms of mail; none if the stage does not notice bounces. Mails that could not be sent are dead letters. */
export function mailAlarms(watched: Watched): AlarmDeclaration[] {
  if (watched.settings.mailConfigurationSet === NO_MAIL) return [];
  const suppressed = SUPPRESSION_REASONS.map((reason) => suppressedAddresses(watched, reason));
  return [
    {
      name: 'mail-bounces',
      alarmDescription:
        'In a day at least 5 mails, and more than 5 %, bounced for good or led to a complaint.',
      // SES reviews an account with more than 5 %, and stops its mail above 10 % (AWS, "Amazon SES sending review process
      // FAQs").
      severity: 'ticket',
      metric: shareOf({
        part: suppressed,
        whole: [mails(watched, 'sent'), ...suppressed],
        minimum: 5,
        label: 'bounces and complaints (%)',
      }),
      threshold: 5,
      period: Duration.days(1),
    },
  ];
}

export const mailSection = (watched: Watched): Section => ({
  title: 'Mail',
  graphs: [
    {
      title: 'Messages, by outcome',
      metrics: MAIL_OUTCOMES.map((outcome) => mails(watched, outcome).with({ label: outcome })),
    },
    {
      title: 'Suppressed addresses, by reason',
      metrics: SUPPRESSION_REASONS.map((reason) =>
        suppressedAddresses(watched, reason).with({ label: reason }),
      ),
    },
  ],
});
