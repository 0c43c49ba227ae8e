import 'temporal-polyfill/global';
import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { WEEKDAYS } from '../../../shared/base/weekdays.ts';
import type { Plan } from '../../../shared/schedules/on-call.ts';
import type { Rotation } from '../../../shared/schedules/rotation.ts';

/**
 * Who is on call at an instant, by another implementation: the wall-clock times come from `rrule-temporal`, and nothing is cut
 * or merged. It shares no code with the shifts.
 */
export function referencePlan({ time_zone, rotations, overrides }: Plan, until: Temporal.PlainDate) {
  const layers = rotations.map((rotation) => referenceRotation(rotation, time_zone, until));
  return (at: number): string | undefined => {
    const override = overrides.findLast((it) => Date.parse(it.since) <= at && at < Date.parse(it.until));
    if (override) return override.user_id;
    return layers
      .toReversed()
      .map((userAt) => userAt(at))
      .find((userId) => userId !== undefined);
  };
}

function referenceRotation(rotation: Rotation, timeZone: string, until: Temporal.PlainDate) {
  const { user_ids, starts_on, handoff_time, every, length, weekdays, from, to } = rotation;
  const start = Temporal.PlainDate.from(starts_on);
  const isOnDuty = (date: Temporal.PlainDate) =>
    weekdays === null || weekdays.some((weekday) => weekday === WEEKDAYS[date.dayOfWeek - 1]);
  const daily = { start: start.subtract({ days: 2 }), timeZone, until, days: 1 };
  const times = [...timesOf({ ...daily, start, time: handoff_time })];
  const counted = times.filter(([day], place) =>
    every === 'week' ? place % 7 === 0 : isOnDuty(Temporal.PlainDate.from(day)),
  );
  // The first turn begins on the first day, and the others after so many days on duty.
  const later = counted.filter((_, place) => place > 0 && place % length === 0);
  const handoffs = [...times.slice(0, 1), ...later].map(([, at]) => at);
  const begins = timesOf({ ...daily, time: from ?? '00:00' });
  const ends = timesOf({ ...daily, time: to ?? '00:00' });
  const endsNextDay = (to ?? '00:00') <= (from ?? '00:00');
  const windows = [...begins].map(([day, since]) => {
    const date = Temporal.PlainDate.from(day);
    const lastDay = endsNextDay ? date.add({ days: 1 }) : date;
    return { weekday: WEEKDAYS[date.dayOfWeek - 1], since, until: ends.get(String(lastDay)) ?? since };
  });
  const isWithinWindow = (at: number) =>
    (weekdays === null && from === null && to === null) ||
    windows.some(
      (it) =>
        it.since <= at &&
        at < it.until &&
        (weekdays === null || weekdays.some((weekday) => weekday === it.weekday)),
    );
  return (at: number): string | undefined => {
    const turn = handoffs.findLastIndex((handoff) => handoff <= at);
    return turn >= 0 && isWithinWindow(at) ? user_ids[turn % user_ids.length] : undefined;
  };
}

interface Times {
  readonly start: Temporal.PlainDate;
  readonly time: string;
  readonly timeZone: string;
  readonly until: Temporal.PlainDate;
  readonly days: number;
}

/** The instants of a wall-clock time every so many days, by day. */
function timesOf({ start, time, timeZone, until, days }: Times): Map<string, number> {
  const clock = Temporal.PlainTime.from(time);
  const found = new RRuleTemporal({
    freq: 'DAILY',
    interval: days,
    dtstart: start.toZonedDateTime({ timeZone }),
    tzid: timeZone,
    byHour: [clock.hour],
    byMinute: [clock.minute],
    bySecond: [0],
    until: until.toZonedDateTime({ timeZone }).subtract({ seconds: 1 }), // otherwise inclusive
  }).all();
  const known = new Map(found.map((it) => [String(it.toPlainDate()), it.epochMilliseconds]));
  const times = new Map<string, number>();
  for (let day = start; Temporal.PlainDate.compare(day, until) < 0; day = day.add({ days })) {
    times.set(String(day), known.get(String(day)) ?? skippedTime(day, clock, timeZone));
    known.delete(String(day));
  }
  if (known.size > 0) throw new Error(`rrule-temporal finds other days: ${[...known.keys()]}`);
  return times;
}

/** A recurrence rule leaves out a time that does not exist. Guard takes the next that does: when the clocks change. */
function skippedTime(day: Temporal.PlainDate, time: Temporal.PlainTime, timeZone: string): number {
  const shifted = day.toPlainDateTime(time).toZonedDateTime(timeZone);
  if (shifted.toPlainTime().equals(time)) throw new Error(`rrule-temporal leaves out ${shifted}`);
  const change = shifted.add({ nanoseconds: 1 }).getTimeZoneTransition('previous');
  if (!change) throw new Error(`The clocks do not change before ${shifted}`);
  return change.epochMilliseconds;
}
