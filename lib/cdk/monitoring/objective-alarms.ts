import type { AlarmDeclaration, CombinedAlarm, Condition, SingleAlarm } from './alarm.ts';
import { errorRate, slowRate } from './api-metrics.ts';
import { BURN_RATES, type BurnRate, burnLimit, OBJECTIVES, type Objective } from './objectives.ts';
import type { Watched } from './watched.ts';

/** Fewer errors in a window cause no page on a quiet stage: the clients' retries fixed them. */
const MINIMUM_ERRORS = { long: 3, short: 1 };
/** With fewer requests most of them meet a cold start, which is not a fault; api-latency watches such stages. */
const MINIMUM_REQUESTS_PER_MINUTE = 60;

type Window = keyof BurnRate['windows'];

const minutesOf = ({ windows }: BurnRate, window: Window) => windows[window] ?? windows.long;

/** One alarm for each objective and rate (docs/operate.md, "Objectives"). */
export function objectiveAlarms(watched: Watched): AlarmDeclaration[] {
  return BURN_RATES.flatMap((rate) => [
    burnAlarm('availability', rate, 'were answered 5xx', (window) =>
      errorRate(watched, '5xx', MINIMUM_ERRORS[window]),
    ),
    burnAlarm('latency', rate, `took more than ${OBJECTIVES.latency.milliseconds / 1_000} s`, (window) =>
      slowRate(
        watched,
        OBJECTIVES.latency.milliseconds,
        MINIMUM_REQUESTS_PER_MINUTE * minutesOf(rate, window),
      ),
    ),
  ]);
}

function burnAlarm(
  objective: Objective,
  rate: BurnRate,
  what: string,
  watches: (window: Window) => Condition['watches'],
): SingleAlarm | CombinedAlarm {
  const limit = burnLimit(objective, rate);
  const condition = (window: Window): Condition => ({
    watches: watches(window),
    wellUpTo: limit,
    periodMinutes: minutesOf(rate, window),
    periods: { bad: 1, of: 1 },
    missing: 'well',
  });
  const { long, short } = rate.windows;
  const message = (windows: string) => ({
    name: `${objective}-burn-${rate.name}`,
    meaning: `Of ${windows}, more than ${limit} % of all requests ${what}.`,
    severity: rate.severity,
  });
  const ofLong = `the last ${inWords(long)}`;
  if (short === undefined) return { ...message(ofLong), ...condition('long') };
  return {
    ...message(`${ofLong} and of the last ${inWords(short)}`),
    allOf: new Map([
      ['long', condition('long')],
      ['short', condition('short')],
    ]),
  };
}

function inWords(minutes: number): string {
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
}
