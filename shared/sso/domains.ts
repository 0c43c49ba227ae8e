import { ApiError, type FieldErrors, invalidField } from '../base/errors.ts';
import type { RandomBytes } from '../base/ids.ts';
import { laterThan } from '../base/time.ts';
import type { Destinations } from '../lambda/outbound.ts';
import type { ResolveTxt } from '../lambda/runtime.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { changeItem } from '../table/change-item.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { decideAndWrite } from '../table/decide-and-write.ts';
import { ABSENT, anyOf, expression } from '../table/expression.ts';
import { domainKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { deleteIf, putIf } from '../table/writes.ts';
import {
  challengeName,
  domainItem,
  type EmailDomain,
  IDENTITY_PROVIDERS,
  type IdentityProvider,
  identityProviderItem,
  newDomain,
  readDomain,
  type StoredIdentityProvider,
} from './identity-provider.ts';

interface Claims {
  /** The provider with the domains that it has claimed. */
  readonly provider: IdentityProvider;
  /** Whether another identity provider already has one of the domains. */
  readonly isAnyTaken: boolean;
}

/**
 * Claims proven domains for a provider, each in a separate transaction, so that a domain which another provider has does not
 * prevent the others. A domain is left out if it was removed, or got another challenge, after it was proven.
 */
export async function claimDomains(
  table: Table,
  provider: IdentityProvider,
  proven: readonly EmailDomain[],
  at: string,
): Promise<Claims> {
  let claims: Claims = { provider, isAnyTaken: false };
  for (const { domain, challenge } of proven) {
    try {
      claims = { ...claims, provider: await claimDomain(table, provider, { domain, challenge, at }) };
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'domain_taken')) throw error;
      claims = { ...claims, isAnyTaken: true };
    }
  }
  return claims;
}

async function claimDomain(
  table: Table,
  provider: IdentityProvider,
  { domain, challenge, at }: { readonly domain: string; readonly challenge: string; readonly at: string },
): Promise<IdentityProvider> {
  const reload = reloadEntity(table, IDENTITY_PROVIDERS, { entity: provider } as StoredIdentityProvider);
  return decideAndWrite(table, await reload(), reload, ({ entity, secret, version }, writeId) => {
    const isPending = (it: EmailDomain) =>
      it.domain === domain && it.challenge === challenge && it.verified_at === null;
    if (!entity.domains.some(isPending)) return { writes: [], result: entity };
    const changed: IdentityProvider = {
      ...entity,
      domains: entity.domains.map((it) => (isPending(it) ? { ...it, verified_at: at } : it)),
      updated_at: laterThan(entity.updated_at, at),
    };
    const before = identityProviderItem(entity, secret);
    const after = identityProviderItem(changed, secret);
    const owner = { tenantId: entity.tenant_id, providerId: entity.id };
    const writes = [
      changeItem(table, before, after, { version, writeId }),
      putIf(table, domainItem(domain, owner), isFreeFor(entity), 'domain_taken'),
      ...auditWrites(table, IDENTITY_PROVIDERS, entity, changed, { action: 'verified' }),
    ];
    return { writes, result: changed };
  });
}

/** Releases the claims of domains that a provider no longer has. */
export function releaseDomains(
  table: Table,
  provider: IdentityProvider,
  removed: readonly EmailDomain[],
): GuardedWrite[] {
  return removed
    .filter(({ verified_at: at }) => at !== null)
    .map(({ domain }) => deleteIf(table, domainKey(domain), isFreeFor(provider), 'stale'));
}

const isFreeFor = ({ id }: IdentityProvider) => anyOf(ABSENT, expression`#provider_id = ${id}`);

interface Verification {
  readonly at: string;
  readonly destinations: Destinations;
  readonly resolveTxt: ResolveTxt;
}

/**
 * Looks up the DNS challenges of domains that are not verified, and claims the domains whose challenge is found. Throws
 * `domain_taken` if another provider has one of them; the others are still verified.
 */
export async function verifyDomains(
  table: Table,
  provider: IdentityProvider,
  { at, destinations, resolveTxt }: Verification,
): Promise<IdentityProvider> {
  const pending = provider.domains.filter(({ verified_at }) => verified_at === null);
  const isProven = await Promise.all(
    pending.map((it) => isForTests(it.domain, destinations) || hasChallenge(it, resolveTxt)),
  );
  const proven = pending.filter((_, place) => isProven[place]);
  const claims = await claimDomains(table, provider, proven, at);
  if (claims.isAnyTaken) throw new ApiError('domain_taken');
  return claims.provider;
}

async function hasChallenge({ domain, challenge }: EmailDomain, resolveTxt: ResolveTxt): Promise<boolean> {
  const records = await resolveTxt(challengeName(domain)).catch(() => []);
  return records.some((chunks) => chunks.join('').trim() === challenge);
}

/** Reads the domains of an input, without duplicates. Known domains keep their challenge; new ones get a new one. */
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

/** Whether a domain counts as verified because nobody can own it (RFC 6761). Only the local server accepts such domains. */
export const isForTests = (domain: string, { isLocalhostAllowed }: Destinations) =>
  isLocalhostAllowed && domain.endsWith('.test');

/** Throws if no domain is verified. A provider can claim any e-mail address, so Guard trusts it only for verified domains. */
export function checkTrust(domains: readonly EmailDomain[], destinations: Destinations): void {
  if (domains.some(({ domain, verified_at: at }) => at !== null || isForTests(domain, destinations))) return;
  throw invalidField('trusts_email', 'The trusts_email field needs a verified domain: verify one first.');
}
