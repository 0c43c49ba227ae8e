import * as z from 'zod/mini';
import { checkIfMatch } from '../etag.ts';
import type { RandomBytes } from '../ids.ts';
import type { Destinations } from '../outbound/outbound-url.ts';
import type { SecretKey } from '../secrets/secret-key.ts';
import { applyChanges } from '../table/apply-changes.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { changeItem } from '../table/change-item.ts';
import { decideAndWrite } from '../table/decide.ts';
import type { Table } from '../table/table.ts';
import { checkTrust, isForTests, readDomains } from './check-input.ts';
import { claimDomains, releaseDomains } from './claim-domains.ts';
import { encryptClientSecret } from './client-secret.ts';
import {
  IDENTITY_PROVIDERS,
  type IdentityProvider,
  identityProviderItem,
  rolesSchema,
  type StoredIdentityProvider,
} from './identity-provider.ts';
import type { IdentityProviderChanges } from './provider-contract.ts';
import { publicProvider } from './public-provider.ts';

interface ChangeContext {
  readonly ifMatch: string | undefined;
  readonly baseUrl: string;
  readonly at: string;
  readonly randomBytes: RandomBytes;
  readonly destinations: Destinations;
  readonly key: Pick<SecretKey, 'encrypt'>;
}

/** Changes the given fields, and releases the claims of removed domains. */
export async function updateIdentityProvider(
  table: Table,
  provider: StoredIdentityProvider,
  { client_secret: secret, email_domains, role_map, default_role, ...changes }: IdentityProviderChanges,
  { ifMatch, baseUrl, at, randomBytes, destinations, key }: ChangeContext,
): Promise<IdentityProvider> {
  const newSecret = secret ? await encryptClientSecret(secret, provider.entity, key) : undefined;
  const reload = reloadEntity(table, IDENTITY_PROVIDERS, provider);
  const changed = await decideAndWrite(table, provider, reload, (current, writeId) => {
    const { entity, version } = current;
    checkIfMatch(ifMatch, publicProvider(entity, baseUrl));
    const domains = email_domains && readDomains(email_domains, entity.domains, randomBytes);
    if (changes.trusts_email) checkTrust(domains ?? entity.domains, destinations);
    const derived = {
      ...z.partial(rolesSchema).parse({ role_map, default_role }),
      domains,
      has_client_secret: secret === undefined ? undefined : secret !== null,
    };
    const result = applyChanges(entity, { ...changes, ...derived }, at);
    const kept = new Set(result.domains.map(({ domain }) => domain));
    const removed = entity.domains.filter(({ domain }) => !kept.has(domain));
    const before = identityProviderItem(entity, current.secret);
    const after = identityProviderItem(result, secret === undefined ? current.secret : newSecret);
    const hidden = secret === undefined ? [] : ['client_secret'];
    const writes = [
      changeItem(table, before, after, { version, writeId }),
      ...releaseDomains(table, entity, removed),
      ...auditWrites(table, IDENTITY_PROVIDERS, entity, result, { hidden }),
    ];
    return { writes, result };
  });
  const forTests = email_domains
    ? changed.domains.filter((it) => it.verified_at === null && isForTests(it.domain, destinations))
    : [];
  return (await claimDomains(table, changed, forTests, at)).provider;
}
