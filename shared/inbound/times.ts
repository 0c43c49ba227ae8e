import type { LocalTime } from './signal.ts';

const ISO =
  /^(\d{4})[-./](\d\d)[-./](\d\d)[T ](\d\d):(\d\d)(?::(\d\d))?(?:[.,](\d{1,3})\d*)?\s*(?:(Z|UTC)|([+-])(\d\d):?(\d\d)?)?$/i;
/** `01-20-2026 02:15:11 PM`, as cameras in the United States write it. */
const AMERICAN = /^(\d\d)[-/](\d\d)[-/](\d{4}) (\d{1,2}):(\d\d)(?::(\d\d))?(?: ([AP])M)?$/i;

/**
 * Reads a time as ISO 8601 or in a similar form. One without an offset is a local time. `undefined` if it is unreadable, such
 * as `2024-01-22T11:47:0500:00` of a camera that lost the sign of its offset, and for the year 1 that stands for never.
 */
export function readTime(value: unknown): Date | LocalTime | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  const [, year, month, day, hour, minute, second = '00', fraction = '0', utc, sign, hours, minutes = '00'] =
    ISO.exec(text) ?? [];
  if (year === undefined) return readAmerican(text);
  if (Number(year) < 1970) return undefined;
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  if (!utc && !sign) return Number.isNaN(Date.parse(`${local}Z`)) ? undefined : { local };
  const offset = utc ? 'Z' : `${sign}${hours}:${minutes}`;
  return validOf(new Date(`${local}.${fraction.padEnd(3, '0')}${offset}`));
}

function readAmerican(text: string): LocalTime | undefined {
  const [, month, day, year, hour, minute, second = '00', half] = AMERICAN.exec(text) ?? [];
  if (year === undefined) return undefined;
  const twelve = half ? (Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0) : Number(hour);
  const local = `${year}-${month}-${day}T${String(twelve).padStart(2, '0')}:${minute}:${second}`;
  return Number.isNaN(Date.parse(`${local}Z`)) ? undefined : { local };
}

/** Reads a time that its sender writes in UTC, with or without saying so. */
export function readUtc(value: unknown): Date | undefined {
  const time = readTime(value);
  return time && 'local' in time ? validOf(new Date(`${time.local}Z`)) : time;
}

/**
 * Reads a number since 1970 in seconds, milliseconds, microseconds or nanoseconds, by its size. `undefined` for one that is
 * none of these, such as the seconds since a device started.
 */
export function readEpoch(value: unknown): Date | undefined {
  const number = typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number) || number < 1e9) return undefined;
  const divisor = number < 1e11 ? 1e-3 : number < 1e14 ? 1 : number < 1e17 ? 1e3 : 1e6;
  // Seconds with decimals are a hair off.
  const milliseconds = Math.floor(number / divisor + 1e-3);
  return milliseconds < 1e13 / 2 ? validOf(new Date(milliseconds)) : undefined;
}

const validOf = (date: Date): Date | undefined => (Number.isNaN(date.getTime()) ? undefined : date);
