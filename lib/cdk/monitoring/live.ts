import { Duration } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { fanOutTrigger } from '../../../functions/jobs/live.ts';
import type { AlarmDeclaration, Alarms } from './alarm.ts';
import { guardMetric } from './metrics.ts';
import { limitsOf, type Section } from './section.ts';
import { streamAge, type Watched } from './watched.ts';

/** The alarms of live connections; none without the fan-out. */
export function liveAlarms(watched: Watched): AlarmDeclaration[] {
  const age = streamAge(watched, fanOutTrigger);
  if (!age) return [];
  return [
    {
      name: 'live-late',
      alarmDescription:
        'Twice in 3 minutes a change had waited for more than 10 s before its fan-out to connections.',
      // It is a page, because connected screens read the lists again only after 8 to 15 minutes, so that a panic alert may
      // appear that late.
      severity: 'page',
      // Lambda measures the age with each batch, so while there are no changes, there is no value.
      metric: age,
      // The delay is normally below a second.
      threshold: 10_000,
      period: Duration.minutes(1),
      datapointsToAlarm: 2,
      evaluationPeriods: 3,
    },
  ];
}

/** The section of live connections; none without the fan-out. */
export function liveSection(watched: Watched, alarms: Alarms): Section[] {
  const age = streamAge(watched, fanOutTrigger);
  if (!age) return [];
  const delay = (statistic: string, label: string) =>
    guardMetric(watched, 'ChangeToScreen', { statistic, dimensions: {}, label });
  return [
    {
      title: 'Live',
      description: 'The fan-out of changes from the table’s stream to connected clients.',
      graphs: [
        {
          title: 'From a change of an alert until it was sent to all connected clients (ms)',
          metrics: [delay(Stats.p(50), 'half'), delay(Stats.p(99), '99 of 100')],
        },
        {
          title: 'Changes waiting in the stream (ms)',
          metrics: [age],
          horizontalAnnotations: limitsOf(alarms, 'live-late'),
        },
        {
          title: 'Messages to clients',
          metrics: [
            guardMetric(watched, 'LiveMessages', { statistic: Stats.SUM, dimensions: {}, label: 'messages' }),
          ],
        },
      ],
    },
  ];
}
