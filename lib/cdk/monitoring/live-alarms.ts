import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { fanOutTrigger } from '../../../functions/jobs/live.ts';
import type { AlarmDeclaration } from './alarm.ts';
import { TWICE_IN_THREE } from './periods.ts';
import { streamAge } from './stream-age.ts';
import type { Watched } from './watched.ts';

/** The alarms of live connections; none without the fan-out. */
export function liveAlarms(watched: Watched): AlarmDeclaration[] {
  const age = streamAge(watched, fanOutTrigger);
  return age ? [lateAlarm(age)] : [];
}

const lateAlarm = (watches: Metric): AlarmDeclaration => ({
  name: 'live-late',
  meaning: 'Twice in 3 minutes a change had waited for more than 10 s before its fan-out to connections.',
  // Connected screens list again after 8 to 15 minutes only: a panic alert may appear that late.
  severity: 'page',
  watches,
  // The delay is normally below a second.
  wellUpTo: 10_000,
  periodMinutes: 1,
  periods: TWICE_IN_THREE,
  // Lambda measures it with each batch, so without changes there is no value.
  missing: 'well',
});
