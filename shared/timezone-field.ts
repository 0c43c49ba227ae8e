import * as z from 'zod/mini';
import { withMeta } from './with-meta.ts';

/** Intl also accepts offsets such as +01:00, which are not names and have no daylight saving time. */
const TIMEZONE_PATTERN = /^[A-Za-z][A-Za-z0-9_+/-]*$/;

/** An IANA time zone name that this runtime knows. */
export const timezoneField = withMeta(
  z.string().check(z.maxLength(64), z.refine(isTimezone, { error: 'must be an IANA time zone' })),
  {
    description: 'An IANA time zone name.',
    pattern: TIMEZONE_PATTERN.source,
    examples: ['Europe/Berlin'],
  },
);

function isTimezone(name: string): boolean {
  if (!TIMEZONE_PATTERN.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
