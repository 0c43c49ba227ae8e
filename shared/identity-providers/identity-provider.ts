import * as z from 'zod/mini';
import { ROLES } from '../access.ts';
import { idField, timestampField } from '../fields.ts';
import { defineKind, type Stored } from '../table/kind.ts';
import { withMeta } from '../with-meta.ts';
import { CLIENT_SECRET, clientSecretSchema, type StoredSecret } from './client-secret.ts';

/** No claim makes anybody a platform admin. */
export const MAPPED_ROLES = ROLES.filter((role) => role !== 'platform_admin');
/** A master is made by a claim or by a person, never by default. */
export const DEFAULT_ROLES = MAPPED_ROLES.filter((role) => role !== 'tenant_master');

/** The roles of an input, which were checked. */
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

/** The stored fields. Responses add those that follow from the service's address and the domains. */
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

/** The map is stored as pairs: the AWS SDK's document client rejects objects with a property `constructor`. */
export const IDENTITY_PROVIDERS = defineKind<IdentityProvider, StoredIdentityProvider>({
  name: 'IDP',
  schema: storedProviderSchema,
  store: ({ role_map, ...data }) => ({ ...data, role_map: Object.entries(role_map) }),
  load: ({ role_map, ...data }) => ({
    // Providers of release 0.9.0 have none.
    email_claim: null,
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
