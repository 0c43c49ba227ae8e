import { DAY_MS } from './time.ts';
import { offsetAt } from './zone-offsets.ts';

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
  const changes = new Map<number, Change | number>();
  const around = (day: number): Change | number => {
    const known = changes.get(day) ?? changeAround(day, (instant) => offsetAt(timeZone, instant));
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
function changeAround(day: number, offset: (instant: number) => number): Change | number {
  // Offsets from UTC are between −12 and +14 hours, so every time of the day is between these two instants.
  let earlier = (day - 1) * DAY_MS;
  let later = (day + 2) * DAY_MS;
  const [before, after] = [offset(earlier), offset(later)];
  if (before === after) return before;
  while (later - earlier > 1) {
    const middle = Math.floor((earlier + later) / 2);
    if (offset(middle) === before) earlier = middle;
    else later = middle;
  }
  return { at: later, before, after };
}
