import * as z from 'zod/mini';
import { ROLES } from '../base/access.ts';
import { normalizeDomain } from '../base/email-field.ts';
import { idField, timestampField } from '../base/fields.ts';
import type { RandomBytes } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { domainKey } from '../table/keys.ts';
import { defineKind, type Stored } from '../table/kind.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { CLIENT_SECRET, clientSecretSchema, type StoredSecret } from './client-secret.ts';

/** The roles that a claim may give. No claim makes anybody a platform admin. */
export const MAPPED_ROLES = ROLES.filter((role) => role !== 'platform_admin');
/** The roles that may be the default. Only a claim or a person makes somebody a master, never the default. */
export const DEFAULT_ROLES = MAPPED_ROLES.filter((role) => role !== 'tenant_master');

/** The role fields of an input, which was already checked. */
export const rolesSchema = z.object({
  role_map: z.record(z.string(), z.enum(MAPPED_ROLES)),
  default_role: z.nullable(z.enum(DEFAULT_ROLES)),
});
export const providerStatusField = withMeta(z.enum(['active', 'disabled']), { id: 'IdentityProviderStatus' });

const emailDomainSchema = z.object({
  domain: z.string(),
  challenge: z.string(),
  verified_at: z.nullable(timestampField),
});

export type EmailDomain = z.infer<typeof emailDomainSchema>;

/** The stored fields of a provider. Responses add the fields that follow from the service's address and the domains. */
export const storedProviderSchema = z.object({
  id: idField,
  tenant_id: idField,
  name: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  has_client_secret: z.boolean(),
  domains: z.array(emailDomainSchema),
  role_claim: z.nullable(z.string()),
  role_map: rolesSchema.shape.role_map,
  default_role: rolesSchema.shape.default_role,
  creates_users: z.boolean(),
  session_minutes: z.nullable(z.int()),
  trusts_email: z.boolean(),
  email_claim: z.nullable(z.string()),
  status: providerStatusField,
  created_at: timestampField,
  updated_at: timestampField,
});

export type IdentityProvider = z.infer<typeof storedProviderSchema>;

export interface StoredIdentityProvider extends Stored<IdentityProvider> {
  /** `undefined` for a client without a secret. */
  readonly secret: StoredSecret | undefined;
}

/**
 * The kind of identity providers. Their role map is stored as pairs, because the AWS SDK's document client rejects objects
 * with a property `constructor`.
 */
export const IDENTITY_PROVIDERS = defineKind<IdentityProvider, StoredIdentityProvider>({
  name: 'IDP',
  schema: storedProviderSchema,
  store: ({ role_map, ...data }) => ({ ...data, role_map: Object.entries(role_map) }),
  load: ({ role_map, ...data }) => ({
    ...data,
    role_map: Object.fromEntries(role_map as [string, string][]),
  }),
  indexes: { platform: ['all'], tenant: [] },
  limit: { count: 'identity_providers', maximum: 5, error: 'too_many_identity_providers' },
  subject: ({ tenant_id }) => ({ tenant_id, of_tenant: true }),
  read: (item, stored) => ({ ...stored, secret: clientSecretSchema.parse(item[CLIENT_SECRET]) }),
});

export function identityProviderItem(provider: IdentityProvider, secret: StoredSecret | undefined) {
  return { ...IDENTITY_PROVIDERS.item(provider), ...(secret ? { [CLIENT_SECRET]: secret } : {}) };
}

/** Reads a provider of a tenant, strongly consistent. */
export async function loadIdentityProvider(
  table: Table,
  tenantId: string,
  id: string,
): Promise<StoredIdentityProvider | undefined> {
  const item = await getItem(table, IDENTITY_PROVIDERS.key(tenantId, id));
  return item && IDENTITY_PROVIDERS.read(item);
}

/** Finds the active identity provider that has verified a domain, given in its normalized form. */
export async function findProviderOfDomain(
  table: Table,
  domain: string,
): Promise<StoredIdentityProvider | undefined> {
  const claim = readDomainItem(await getItem(table, domainKey(domain)));
  const provider = claim && (await loadIdentityProvider(table, claim.tenantId, claim.providerId));
  return provider?.entity.status === 'active' ? provider : undefined;
}

/** The path to which a provider redirects the browser after a sign-in. The id of the provider follows. */
export const CALLBACK_PATH = '/api/v1/auth/sso/callback';

/**
 * The redirect URI of a provider, below the public URL of the service. Each provider has a different one, so that an answer
 * of one provider is never taken for that of another: otherwise Guard would send the code to the wrong token endpoint (RFC
 * 9700, section 4.4).
 */
export const redirectUriOf = (baseUrl: string, providerId: string) =>
  `${baseUrl}${CALLBACK_PATH}/${providerId}`;

/** A provider as clients see it. `If-Match` is compared with this form, too. */
export function publicProvider(provider: IdentityProvider, baseUrl: string) {
  return {
    ...provider,
    email_domains: provider.domains.map(({ domain }) => domain),
    redirect_uri: redirectUriOf(baseUrl, provider.id),
  };
}

/** The maximum length of a domain. `_guard.` is put before it, and a DNS name has at most 253 characters. */
const MAXIMUM_LENGTH = 246;

/** Normalizes the domain of a provider; `undefined` if nobody could prove that they own it. */
export function readDomain(text: string): string | undefined {
  const domain = normalizeDomain(text);
  return domain !== undefined && domain.length <= MAXIMUM_LENGTH ? domain : undefined;
}

/** The normalized domain of an e-mail address. */
export const domainOfEmail = (email: string): string | undefined =>
  readDomain(email.slice(email.lastIndexOf('@') + 1));

export const challengeName = (domain: string) => `_guard.${domain}`;

const CHALLENGE_BYTES = 20;

/** Makes a domain with a new challenge, which no other provider has. */
export function newDomain(domain: string, randomBytes: RandomBytes): EmailDomain {
  const random = Buffer.from(randomBytes(CHALLENGE_BYTES)).toString('base64url');
  return { domain, challenge: `guard-verification=${random}`, verified_at: null };
}

interface DomainOwner {
  readonly tenantId: string;
  readonly providerId: string;
}

/** Makes the item by which one provider in the whole service claims a verified domain. */
export const domainItem = (domain: string, { tenantId, providerId }: DomainOwner) => ({
  ...domainKey(domain),
  tenant_id: tenantId,
  provider_id: providerId,
});

const domainItemSchema = z.object({ tenant_id: z.string(), provider_id: z.string() });

/** Reads the provider from such an item; `undefined` without an item. */
function readDomainItem(item: Readonly<Record<string, unknown>> | undefined): DomainOwner | undefined {
  if (!item) return undefined;
  const { tenant_id, provider_id } = domainItemSchema.parse(item);
  return { tenantId: tenant_id, providerId: provider_id };
}
