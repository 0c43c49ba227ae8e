import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { AlarmDeclaration } from './alarm.ts';
import { guardMetric } from './guard-metric.ts';
import { ONCE } from './periods.ts';
import type { Watched } from './watched.ts';

export const auditAlarms = (watched: Watched): AlarmDeclaration[] => [
  {
    name: 'audit-seal-late',
    meaning: 'An audit event had waited for its seal for more than 10 minutes, or the wait was not measured.',
    // Nobody waits for it, but until then nothing proves what happened.
    severity: 'ticket',
    watches: oldestUnsealed(watched),
    // The age is a minute at most, and more only after an outage.
    wellUpTo: 600,
    periodMinutes: 10,
    periods: ONCE,
    // The age is measured every minute, even if no event waits.
    missing: 'bad',
  },
  {
    name: 'audit-tampered',
    meaning: 'An audit event or a seal was changed or deleted in the table.',
    // Guard never changes these items, so somebody with access to the table did.
    severity: 'page',
    watches: tampering(watched),
    wellUpTo: 0,
    periodMinutes: 5,
    periods: ONCE,
    missing: 'well',
  },
];

export const oldestUnsealed = (watched: Watched) =>
  guardMetric(watched, 'AuditSealAge', { statistic: Stats.MAXIMUM, dimensions: {} });

export const tampering = (watched: Watched) =>
  guardMetric(watched, 'AuditTampering', { statistic: Stats.SUM, dimensions: {} });
