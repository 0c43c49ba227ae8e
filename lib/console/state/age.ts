import { common } from '../texts/common.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The age of an instant in at most two units, or in one. Clocks differ: an instant in the future is now. */
export function ageText(since: string, now: number, units: 1 | 2 = 2): string {
  const age = now - Date.parse(since);
  if (age < 10 * SECOND_MS) return common.now;
  if (age < MINUTE_MS) return `${Math.floor(age / SECOND_MS)} s`;
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`;
  if (age < DAY_MS) return inUnits(units, age, [HOUR_MS, 'h'], [MINUTE_MS, 'min']);
  return inUnits(units, age, [DAY_MS, common.dayUnit], [HOUR_MS, 'h']);
}

type Unit = readonly [milliseconds: number, name: string];

function inUnits(units: 1 | 2, age: number, [large, largeName]: Unit, [small, smallName]: Unit): string {
  const rest = Math.floor((age % large) / small);
  return `${Math.floor(age / large)} ${largeName}${rest === 0 || units === 1 ? '' : ` ${rest} ${smallName}`}`;
}

/** The length of an interval, as people write it. */
export function durationText(seconds: number): string {
  if (seconds % 3_600 === 0) return `${seconds / 3_600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}
