import { ApiError } from '../errors.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { changeItem } from '../table/change-item.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { decideAndWrite } from '../table/decide.ts';
import { ABSENT, anyOf, expression } from '../table/expression.ts';
import { domainKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { deleteIf, putIf } from '../table/writes.ts';
import { laterThan } from '../time.ts';
import { domainItem } from './email-domain.ts';
import {
  type EmailDomain,
  IDENTITY_PROVIDERS,
  type IdentityProvider,
  identityProviderItem,
  type StoredIdentityProvider,
} from './identity-provider.ts';

interface Claims {
  /** The provider with the domains that it has claimed. */
  readonly provider: IdentityProvider;
  /** Whether another provider has one of the domains. */
  readonly isAnyTaken: boolean;
}

/**
 * Claims proven domains for a provider, each in a transaction of its own: a domain that another provider has does not hold
 * up the others. A domain that was removed or got another challenge since the proof is left out.
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
