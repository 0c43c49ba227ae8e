import { formatNumber } from '../../texts/language.ts';

const MINUTE = 60;
const HOUR = 3_600;
/** The next larger unit is used from this many on. */
const MANY = 100;

/** A response time with about two digits; a dash if there is none. */
export function responseText(seconds: number | null): string {
  if (seconds === null) return '–';
  if (seconds < MANY) return `${rounded(seconds)} s`;
  if (seconds < MANY * MINUTE) return `${rounded(seconds / MINUTE)} min`;
  return `${rounded(seconds / HOUR)} h`;
}

const rounded = (value: number) => formatNumber(Number(value.toPrecision(value < 10 ? 2 : 3)));

/** A part of a number, in percent. */
export function shareText(part: number, whole: number): string {
  return whole === 0 ? '–' : `${formatNumber(Math.round((part / whole) * 100))} %`;
}
