import * as z from 'zod/mini';
import { withMeta } from './schema.ts';
import { WEEKDAYS } from './weekdays.ts';

/** A time on a clock, to the minute. */
export const clockTimeField = z.string().check(
  z.regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, {
    error: 'must be a time from 00:00 to 23:59',
  }),
);

export const weekdayField = withMeta(z.enum(WEEKDAYS), { id: 'Weekday' });
