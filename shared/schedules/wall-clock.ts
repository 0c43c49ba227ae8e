import { DAY_MS } from '../base/time.ts';
import { runtimeZone } from '../base/time-zones.ts';

const MINUTE_MS = 60_000;

/**
 * Finds the instant at which the clocks of a time zone show a time, given by the day, counted from 1970-01-01, and the
 * minutes after midnight. If the clocks skip this time, it is the next one that exists; if they show it twice, the first.
 */
export type WallClock = (day: number, minutes: number) => number;

/**
 * Makes the wall clock of a time zone. It remembers what it has found, so that for a range of days it asks for each offset
 * once.
 */
export function wallClockOf(timeZone: string): WallClock {
  const offsetAt = offsetsOf(timeZone);
  const changes = new Map<number, Change | number>();
  const around = (day: number): Change | number => {
    const known = changes.get(day) ?? changeAround(day, offsetAt);
    changes.set(day, known);
    return known;
  };
  return (day, minutes) => {
    const local = day * DAY_MS + minutes * MINUTE_MS;
    const change = around(day);
    if (typeof change === 'number') return local - change;
    const { at, before, after } = change;
    if (local - before < at) return local - before;
    return Math.max(local - after, at);
  };
}

/** An adjustment of the clocks, such as to daylight saving time, with the offsets from UTC before and after it. */
interface Change {
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

/**
 * Finds the adjustment of the clocks on or near a day; if there is none, the offset. No time zone adjusts its clocks twice
 * within four days.
 */
function changeAround(day: number, offsetAt: (instant: number) => number): Change | number {
  // Offsets from UTC are between −12 and +14 hours, so every time of the day is between these two instants.
  let earlier = (day - 1) * DAY_MS;
  let later = (day + 2) * DAY_MS;
  const [before, after] = [offsetAt(earlier), offsetAt(later)];
  if (before === after) return before;
  while (later - earlier > 1) {
    const middle = Math.floor((earlier + later) / 2);
    if (offsetAt(middle) === before) earlier = middle;
    else later = middle;
  }
  return { at: later, before, after };
}

/** The offset of a zone from UTC at an instant, in milliseconds. */
function offsetsOf(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: runtimeZone(timeZone),
    timeZoneName: 'longOffset',
  });
  return (instant) => {
    const [, sign, hours, minutes, seconds = 0] =
      /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(format.format(instant)) ?? [];
    if (sign === undefined) return 0; // GMT itself is shown without an offset
    const magnitude = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS + Number(seconds) * 1_000;
    return sign === '-' ? -magnitude : magnitude;
  };
}
