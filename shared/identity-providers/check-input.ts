import { ApiError, type FieldErrors, invalidField } from '../errors.ts';
import type { RandomBytes } from '../ids.ts';
import type { Destinations } from '../outbound/outbound-url.ts';
import { newDomain, readDomain } from './email-domain.ts';
import type { EmailDomain } from './identity-provider.ts';

/** Reads the domains of an input, without duplicates. Known domains keep their challenge; new ones get one. */
export function readDomains(
  input: readonly string[],
  before: readonly EmailDomain[],
  randomBytes: RandomBytes,
): EmailDomain[] {
  const domains = input.map(readDomain);
  const wrong = domains.flatMap((domain, place) => (domain === undefined ? [`email_domains.${place}`] : []));
  const fields: FieldErrors = Object.fromEntries(
    wrong.map((field) => [field, [`The ${field} field must be a domain, such as acme.example.`]]),
  );
  if (wrong.length > 0) throw new ApiError('validation_failed', { fields });
  return [...new Set(domains)].flatMap((domain) =>
    domain === undefined ? [] : (before.find((it) => it.domain === domain) ?? newDomain(domain, randomBytes)),
  );
}

/** Whether a domain counts as verified because nobody can own it (RFC 6761). Only localhost allows such domains. */
export const isForTests = (domain: string, { isLocalhostAllowed }: Destinations) =>
  isLocalhostAllowed && domain.endsWith('.test');

/**
 * Throws if no domain is verified. A provider could name addresses of any domain, so Guard trusts it for verified domains
 * only.
 */
export function checkTrust(domains: readonly EmailDomain[], destinations: Destinations): void {
  if (domains.some(({ domain, verified_at: at }) => at !== null || isForTests(domain, destinations))) return;
  throw invalidField('trusts_email', 'The trusts_email field needs a verified domain: verify one first.');
}
