import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { fanOutTrigger } from '../../../functions/live/fan-out.trigger.ts';
import type { AlarmDeclaration } from './alarm.ts';
import { TWICE_IN_THREE } from './periods.ts';
import { streamAge } from './stream-age.ts';
import type { Watched } from './watched.ts';

/** None where no function tells clients of changes. */
export function liveAlarms(watched: Watched): AlarmDeclaration[] {
  const age = streamAge(watched, fanOutTrigger);
  return age ? [lateAlarm(age)] : [];
}

const lateAlarm = (watches: Metric): AlarmDeclaration => ({
  name: 'live-late',
  meaning: 'Twice in 3 minutes a change had waited for more than 10 s before connected clients were told.',
  // Screens that trust their connection list again every 5 minutes only: a panic alert may be seen so late.
  severity: 'page',
  watches,
  // On an ordinary day it is below a second.
  wellUpTo: 10_000,
  periodMinutes: 1,
  periods: TWICE_IN_THREE,
  // Lambda measures it with each batch: without changes there is none.
  missing: 'well',
});
