import type { RandomBytes } from '../ids.ts';
import type { Destinations } from '../outbound/outbound-url.ts';
import type { SecretKey } from '../secrets/secret-key.ts';
import { createEntity } from '../table/change-entity.ts';
import type { Table } from '../table/table.ts';
import { checkTrust, isForTests, readDomains } from './check-input.ts';
import { claimDomains } from './claim-domains.ts';
import { encryptClientSecret } from './client-secret.ts';
import {
  IDENTITY_PROVIDERS,
  type IdentityProvider,
  identityProviderItem,
  rolesSchema,
} from './identity-provider.ts';
import { checkIssuer } from './issuer.ts';
import type { IdentityProviderInput } from './provider-contract.ts';

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
