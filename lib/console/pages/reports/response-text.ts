import type { ResponseTimeGroup } from '../../../client/index.ts';
import { formatNumber, percentText } from '../../texts/language.ts';

type Answered = Pick<ResponseTimeGroup, 'within' | 'alerts'>;

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

/** The share of alerts that were responded to within a limit, in percent. An unanswered alert has missed it. */
export const shareWithin = (limit: 30 | 60 | 90 | 180, { within, alerts }: Answered): string =>
  percentText(within[limit], alerts);
