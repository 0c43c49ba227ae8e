import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { AlarmDeclaration } from './alarm.ts';
import { guardMetric } from './guard-metric.ts';
import { ONCE } from './periods.ts';
import type { Watched } from './watched.ts';

/** Messages that are not worked on are dead letters; late ones are late timers. */
export const notificationAlarms = (watched: Watched): AlarmDeclaration[] => [
  {
    name: 'nobody-notified',
    meaning: 'An event of a notification rule reached none of its people by any channel.',
    // Perhaps an alert that nobody knows of, and nobody else will notice that.
    severity: 'page',
    watches: nobodyNotified(watched),
    // Each counts: the rule says that a person must know.
    wellUpTo: 0,
    periodMinutes: 5,
    periods: ONCE,
    missing: 'well',
  },
];

export const nobodyNotified = (watched: Watched) =>
  guardMetric(watched, 'NobodyNotified', { statistic: Stats.SUM, dimensions: {} });
