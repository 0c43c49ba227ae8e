import * as z from 'zod/mini';
import { withMeta } from './with-meta.ts';

/** Words of letters, digits and a few signs, joined by dots; then a domain with at least two labels. */
const EMAIL = String.raw`[A-Za-z0-9_'+\-]+(?:\.[A-Za-z0-9_'+\-]+)*@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}`;

/**
 * E-mail addresses are compared after trimming and lower-casing. Lower-casing comes last, because it turns some other
 * characters into ASCII letters, such as the Kelvin sign.
 */
export const emailField = withMeta(
  z
    .string()
    .check(
      z.maxLength(254),
      z.trim(),
      z.regex(new RegExp(`^${EMAIL}$`), { error: 'must be a valid email address' }),
      z.toLowerCase(),
    ),
  { override: { pattern: String.raw`^\s*${EMAIL}\s*$` }, examples: ['olga@acme.test'] },
);
