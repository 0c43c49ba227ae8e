import { domainToASCII } from 'node:url';
import * as z from 'zod/mini';
import { withMeta } from './schema.ts';

const MAXIMUM_LENGTH = 254;
const MAXIMUM_LOCAL_LENGTH = 64;

/** The part before the `@`: atoms joined by dots (RFC 5322, section 3.2.3). */
const LOCAL = String.raw`[A-Za-z0-9!#$%&'*+/=?^_\x60{|}~\-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_\x60{|}~\-]+)*`;
const LABEL = String.raw`[A-Za-z0-9](?:[A-Za-z0-9\-]{0,61}[A-Za-z0-9])?`;
/** The last label must begin with a letter, unlike the last part of an IPv4 address. */
const DOMAIN = String.raw`(?:${LABEL}\.)+[A-Za-z][A-Za-z0-9\-]{0,61}[A-Za-z0-9]`;

const WHOLE_LOCAL = new RegExp(`^${LOCAL}$`);
const WHOLE_DOMAIN = new RegExp(`^${DOMAIN}$`);
/** Parts of a URL, and characters that the parser of host names would decode or drop. */
const NOT_OF_DOMAINS = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}%/\\?#@:[\]]/u;

/** Normalizes a domain: lower case, ASCII, no dot at its end. `undefined` if no e-mail address can have it. */
export function normalizeDomain(text: string): string | undefined {
  if (NOT_OF_DOMAINS.test(text)) return undefined;
  const domain = domainToASCII(text).replace(/\.$/, '');
  return domain.length <= 253 && WHOLE_DOMAIN.test(domain) ? domain : undefined;
}

/** Normalizes an e-mail address to its one spelling; `undefined` if it is not an e-mail address. */
function normalizeEmail(text: string): string | undefined {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  const domain = normalizeDomain(text.slice(at + 1));
  if (domain === undefined || local.length > MAXIMUM_LOCAL_LENGTH || !WHOLE_LOCAL.test(local))
    return undefined;
  const email = `${local.toLowerCase()}@${domain}`;
  return email.length <= MAXIMUM_LENGTH ? email : undefined;
}

/** The spelling by which e-mail addresses are compared. It exists even for a text that is not one. */
export const comparedEmail = (text: string): string =>
  normalizeEmail(text.trim()) ?? text.trim().toLowerCase();

const NOT_AN_EMAIL = { error: 'must be a valid email address' };
const DESCRIPTION =
  'Compared and stored in lower case. A domain in other letters than ASCII is taken in its form of IDNA.';

const isMailed = (text: string) => normalizeEmail(text) !== undefined;

function emailOf(pattern: string, isTaken: (text: string) => boolean) {
  return withMeta(
    z
      .string()
      .check(
        z.maxLength(MAXIMUM_LENGTH),
        z.trim(),
        z.refine(isTaken, NOT_AN_EMAIL),
        z.overwrite(comparedEmail),
      ),
    {
      override: { pattern: String.raw`^\s*${pattern}\s*$` },
      description: DESCRIPTION,
      examples: ['olga@acme.test'],
    },
  );
}

/** An e-mail address to which mail can be sent, in its normalized spelling. */
export const emailField = emailOf(`${LOCAL}@${DOMAIN}`, isMailed);
