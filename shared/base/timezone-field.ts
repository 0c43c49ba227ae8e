import * as z from 'zod/mini';
import { withMeta } from './schema.ts';
import { timeZoneNamed } from './time-zones.ts';

/** An IANA time zone name that this runtime knows, stored in the letters that IANA uses. */
export const timezoneField = withMeta(
  z.string().check(
    z.maxLength(64),
    z.refine((text) => timeZoneNamed(text) !== undefined, {
      error: 'must be UTC or an IANA time zone with area and location, such as Europe/Berlin',
    }),
    z.overwrite((text) => timeZoneNamed(text) ?? text),
  ),
  {
    description:
      'UTC, or an IANA time zone name with area and location. Both names of a renamed zone are accepted, abbreviations are not.',
    pattern: '^(?:[Uu][Tt][Cc]|[A-Za-z]+(?:/[A-Za-z0-9_+-]+)+)$',
    examples: ['Europe/Berlin'],
  },
);
