import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { AlarmDeclaration } from './alarm.ts';
import { guardMetric } from './guard-metric.ts';
import { ONCE } from './periods.ts';
import type { Watched } from './watched.ts';

/**
 * The alarms of notifications. Other alarms cover messages that are not processed (dead letters) and late ones (late
 * timers).
 */
export const notificationAlarms = (watched: Watched): AlarmDeclaration[] => [
  {
    name: 'nobody-notified',
    meaning: 'An event of a notification rule reached none of its people by any channel.',
    // Perhaps nobody knows of an alert, and nothing else notices that.
    severity: 'page',
    watches: nobodyNotified(watched),
    // Each event counts, because its rule says that a person must know.
    wellUpTo: 0,
    periodMinutes: 5,
    periods: ONCE,
    missing: 'well',
  },
];

export const nobodyNotified = (watched: Watched) =>
  guardMetric(watched, 'NobodyNotified', { statistic: Stats.SUM, dimensions: {} });
