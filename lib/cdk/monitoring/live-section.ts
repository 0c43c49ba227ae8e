import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { fanOutTrigger } from '../../../functions/jobs/live.ts';
import type { Alarms } from './created-alarm.ts';
import { guardMetric } from './guard-metric.ts';
import { limitsOf, type Section } from './section.ts';
import { streamAge } from './stream-age.ts';
import type { Watched } from './watched.ts';

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
