import { Duration } from 'aws-cdk-lib';
import { Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { AlarmDeclaration, Alarms } from './alarm.ts';
import { guardMetric } from './metrics.ts';
import { limitsOf, type Section } from './section.ts';
import type { Watched } from './watched.ts';

const oldestUnsealed = (watched: Watched) =>
  guardMetric(watched, 'AuditSealAge', { statistic: Stats.MAXIMUM, dimensions: {} });

const tampering = (watched: Watched) =>
  guardMetric(watched, 'AuditTampering', { statistic: Stats.SUM, dimensions: {} });

export const auditAlarms = (watched: Watched): AlarmDeclaration[] => [
  {
    name: 'audit-seal-late',
    alarmDescription:
      'An audit event had waited for its seal for more than 10 minutes, or the wait was not measured.',
    // Nobody waits for the seal, but until it is made, nothing proves what happened.
    severity: 'ticket',
    metric: oldestUnsealed(watched),
    // The age is at most a minute, except after an outage.
    threshold: 600,
    period: Duration.minutes(10),
    // A missing value is bad, because the age is measured every minute, even if no event waits.
    treatMissingData: TreatMissingData.BREACHING,
  },
  {
    name: 'audit-tampered',
    alarmDescription: 'An audit event or a seal was changed or deleted in the table.',
    // Guard never changes these items, so somebody with access to the table did.
    severity: 'page',
    metric: tampering(watched),
    threshold: 0,
    period: Duration.minutes(5),
  },
];

export const auditSection = (watched: Watched, alarms: Alarms): Section => ({
  title: 'Audit',
  graphs: [
    {
      title: 'Longest wait for a seal (s)',
      metrics: [oldestUnsealed(watched)],
      horizontalAnnotations: limitsOf(alarms, 'audit-seal-late'),
    },
    { title: 'Changed or deleted events and seals', metrics: [tampering(watched)] },
  ],
});
