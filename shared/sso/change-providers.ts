import * as z from 'zod/mini';
import type { AuthenticatedUser } from '../base/actor.ts';
import { ApiError, invalidField } from '../base/errors.ts';
import { checkIfMatch } from '../base/etag.ts';
import type { RandomBytes } from '../base/ids.ts';
import { type Destinations, literalAddressOf, readOutboundUrl } from '../lambda/outbound.ts';
import type { SecretKey } from '../lambda/secret-key.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { applyChanges, createEntity, deleteEntity, reloadEntity } from '../table/change-entity.ts';
import { changeItem } from '../table/change-item.ts';
import { decideAndWrite } from '../table/decide-and-write.ts';
import type { Page, PageRequest } from '../table/list-page.ts';
import { type Extent, planList } from '../table/list-plan.ts';
import { listEntities } from '../table/list-read.ts';
import type { Table } from '../table/table.ts';
import { isPlatformTenant } from '../tenants/platform-tenant.ts';
import { encryptClientSecret } from './client-secret.ts';
import { checkTrust, claimDomains, isForTests, readDomains, releaseDomains } from './domains.ts';
import {
  IDENTITY_PROVIDERS,
  type IdentityProvider,
  identityProviderItem,
  publicProvider,
  rolesSchema,
  type StoredIdentityProvider,
} from './identity-provider.ts';
import type { IdentityProviderChanges, IdentityProviderInput } from './provider-contract.ts';

interface Origin {
  readonly id: string;
  readonly tenantId: string;
  readonly at: string;
  readonly randomBytes: RandomBytes;
  readonly destinations: Destinations;
  readonly key: Pick<SecretKey, 'encrypt'>;
}

/** Creates an identity provider in an existing tenant. */
export async function createIdentityProvider(
  table: Table,
  { client_secret: secret, email_domains, ...input }: IdentityProviderInput,
  { id, tenantId, at, randomBytes, destinations, key }: Origin,
): Promise<IdentityProvider> {
  checkIssuer(input.issuer, destinations);
  const domains = readDomains(email_domains, [], randomBytes);
  if (input.trusts_email) checkTrust(domains, destinations);
  const provider: IdentityProvider = {
    id,
    tenant_id: tenantId,
    name: input.name,
    issuer: input.issuer,
    client_id: input.client_id,
    has_client_secret: secret !== null,
    domains,
    role_claim: input.role_claim,
    ...rolesSchema.parse(input),
    creates_users: input.creates_users,
    session_minutes: input.session_minutes,
    trusts_email: input.trusts_email,
    email_claim: input.email_claim,
    status: input.status,
    created_at: at,
    updated_at: at,
  };
  const stored = secret === null ? undefined : await encryptClientSecret(secret, provider, key);
  await createEntity(table, IDENTITY_PROVIDERS, provider, [], identityProviderItem(provider, stored));
  const forTests = domains.filter(({ domain }) => isForTests(domain, destinations));
  return (await claimDomains(table, provider, forTests, at)).provider;
}

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

/** Deletes an identity provider and releases its domains, in one transaction. */
export function deleteIdentityProvider(
  table: Table,
  provider: StoredIdentityProvider,
  { ifMatch, baseUrl }: { readonly ifMatch: string | undefined; readonly baseUrl: string },
): Promise<void> {
  return deleteEntity(table, IDENTITY_PROVIDERS, provider, {
    ifMatch: undefined, // checked below, because it names the provider as clients see it
    alongside: async ({ entity }) => {
      checkIfMatch(ifMatch, publicProvider(entity, baseUrl));
      return releaseDomains(table, entity, entity.domains);
    },
  });
}

/** Reads a page of the identity providers of an extent, newest first. */
export function listIdentityProviders(
  table: Table,
  extent: Extent,
  page: PageRequest,
): Promise<Page<IdentityProvider>> {
  return listEntities(table, IDENTITY_PROVIDERS, planList(IDENTITY_PROVIDERS, extent), page);
}

/**
 * Throws `forbidden` unless the caller may change the identity providers of a tenant. Those of the platform's tenant need
 * more, because they sign platform admins in.
 */
export async function checkMayProvide(
  table: Table,
  { role }: AuthenticatedUser,
  tenantId: string,
): Promise<void> {
  if (role === 'platform_admin') return;
  if (await isPlatformTenant(table, tenantId)) throw new ApiError('forbidden');
}

/**
 * Throws `validation_failed` unless Guard may connect to an issuer: an https URL with a host name, or `http://localhost` on
 * the local server. The issuer is later compared with the claim `iss` character by character, so only its normalized form is
 * accepted. The addresses of the host are checked at each connection.
 */
function checkIssuer(issuer: string, destinations: Destinations): void {
  const url = readOutboundUrl(issuer, destinations);
  const isNormal = url !== undefined && (url.href === issuer || url.href === `${issuer}/`);
  const isNamed = url !== undefined && literalAddressOf(url) === undefined && isHostName(url);
  if (isNormal && isNamed && !/[?#]/.test(issuer)) return;
  const elsewhere = destinations.isLocalhostAllowed ? ', or here http://localhost with a port' : '';
  throw invalidField(
    'issuer',
    `The issuer field must be the https URL of a public host in normal form, without user, query and fragment${elsewhere}.`,
  );
}

/**
 * Whether the host of a URL is a public name. A name without a dot belongs to a private network. An http URL here is always
 * localhost.
 */
const isHostName = (url: URL) => url.protocol === 'http:' || url.hostname.replace(/\.$/, '').includes('.');
