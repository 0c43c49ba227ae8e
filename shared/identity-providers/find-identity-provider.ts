import { getItem } from '../table/get-item.ts';
import { domainKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { readDomainItem } from './email-domain.ts';
import { IDENTITY_PROVIDERS, type StoredIdentityProvider } from './identity-provider.ts';

/** Reads a provider of a tenant, strongly consistent. */
export async function loadIdentityProvider(
  table: Table,
  tenantId: string,
  id: string,
): Promise<StoredIdentityProvider | undefined> {
  const item = await getItem(table, IDENTITY_PROVIDERS.key(tenantId, id));
  return item && IDENTITY_PROVIDERS.read(item);
}

/** Finds the active provider that has verified a domain in its normalized form. */
export async function findProviderOfDomain(
  table: Table,
  domain: string,
): Promise<StoredIdentityProvider | undefined> {
  const claim = readDomainItem(await getItem(table, domainKey(domain)));
  const provider = claim && (await loadIdentityProvider(table, claim.tenantId, claim.providerId));
  return provider?.entity.status === 'active' ? provider : undefined;
}
