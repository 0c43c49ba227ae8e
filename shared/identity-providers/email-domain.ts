import * as z from 'zod/mini';
import { normalizeDomain } from '../email-field.ts';
import type { RandomBytes } from '../ids.ts';
import { domainKey } from '../table/keys.ts';
import type { EmailDomain } from './identity-provider.ts';

/** `_guard.` is put before it, and a name has 253 characters at most. */
const MAXIMUM_LENGTH = 246;

/** The domain of a provider, normalized; `undefined` if nobody could prove it. */
export function readDomain(text: string): string | undefined {
  const domain = normalizeDomain(text);
  return domain !== undefined && domain.length <= MAXIMUM_LENGTH ? domain : undefined;
}

/** The normalized domain of an e-mail address. */
export const domainOfEmail = (email: string): string | undefined =>
  readDomain(email.slice(email.lastIndexOf('@') + 1));

export const challengeName = (domain: string) => `_guard.${domain}`;

const CHALLENGE_BYTES = 20;

/** A domain with a new challenge, which no other provider has. */
export function newDomain(domain: string, randomBytes: RandomBytes): EmailDomain {
  const random = Buffer.from(randomBytes(CHALLENGE_BYTES)).toString('base64url');
  return { domain, challenge: `guard-verification=${random}`, verified_at: null };
}

interface DomainOwner {
  readonly tenantId: string;
  readonly providerId: string;
}

/** The claim of a verified domain, by one provider in the whole service. */
export const domainItem = (domain: string, { tenantId, providerId }: DomainOwner) => ({
  ...domainKey(domain),
  tenant_id: tenantId,
  provider_id: providerId,
});

const domainItemSchema = z.object({ tenant_id: z.string(), provider_id: z.string() });

/** `undefined` without a claim. */
export function readDomainItem(item: Readonly<Record<string, unknown>> | undefined): DomainOwner | undefined {
  if (!item) return undefined;
  const { tenant_id, provider_id } = domainItemSchema.parse(item);
  return { tenantId: tenant_id, providerId: provider_id };
}
