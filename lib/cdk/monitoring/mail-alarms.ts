import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { NO_MAIL } from '../../../shared/lambda/settings.ts';
import { SUPPRESSION_REASONS } from '../../../shared/mail/mail-status.ts';
import type { AlarmDeclaration } from './alarm.ts';
import { guardMetric } from './guard-metric.ts';
import { ONCE } from './periods.ts';
import { shareOf } from './share.ts';
import type { Watched } from './watched.ts';

/** The alarms of mail; none if bounces are not noticed. Mails that were not sent are dead letters. */
export function mailAlarms(watched: Watched): AlarmDeclaration[] {
  return watched.settings.mailConfigurationSet === NO_MAIL ? [] : [bounceAlarm(watched)];
}

const bounceAlarm = (watched: Watched): AlarmDeclaration => {
  const suppressed = SUPPRESSION_REASONS.map((reason) =>
    guardMetric(watched, 'SuppressedAddresses', { statistic: Stats.SUM, dimensions: { reason } }),
  );
  const sent = guardMetric(watched, 'Mails', { statistic: Stats.SUM, dimensions: { outcome: 'sent' } });
  return {
    name: 'mail-bounces',
    meaning: 'In a day at least 5 mails, and more than 5 %, bounced for good or led to a complaint.',
    // SES reviews an account above 5 %, and ends its sending above 10 % (AWS, "Amazon SES sending review process FAQs").
    severity: 'ticket',
    watches: shareOf({
      part: suppressed,
      whole: [sent, ...suppressed],
      minimum: 5,
      label: 'bounces and complaints (%)',
    }),
    wellUpTo: 5,
    periodMinutes: 1_440,
    periods: ONCE,
    missing: 'well',
  };
};
