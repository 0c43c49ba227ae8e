import * as z from 'zod/mini';
import { changesOf, lineField, nameField, stringOf, timestampField, wordOf } from '../base/fields.ts';
import { EXAMPLE_IDS, EXAMPLE_TIMES } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { pageOf } from '../table/list-contract.ts';
import {
  DEFAULT_ROLES,
  MAPPED_ROLES,
  providerStatusField,
  storedProviderSchema,
} from './identity-provider.ts';

/**
 * The request and response bodies of the routes of identity providers. They are in a separate file to keep them out of the
 * bundles of other functions.
 */

const MAXIMUM_DOMAINS = 20;
const MAXIMUM_MAPPED = 50;
/** The maximum is a year, as it is for tokens. */
const MAXIMUM_SESSION_MINUTES = 525_600;

/** The characters VSCHAR of RFC 6749. */
const PRINTABLE = /^[ -~]*$/;
const printableField = (maximum: number) =>
  withMeta(
    z
      .string()
      .check(
        z.minLength(1),
        z.maxLength(maximum),
        z.regex(PRINTABLE, { error: 'must consist of printable ASCII characters' }),
      ),
    {
      minLength: 1,
      maxLength: maximum,
    },
  );

const CONTROLS = String.raw`\u0000-\u001f\u007f-\u009f`;
const CLAIM_VALUE = new RegExp(`^[^${CONTROLS}]{1,200}$`, 'u');
const claimValueField = z.string().check(
  z.regex(CLAIM_VALUE, { error: 'must be 1 to 200 characters without control characters' }),
  z.refine((text) => text.isWellFormed(), { error: 'must be well-formed Unicode' }),
);

const defaultRoleField = withMeta(z.nullable(wordOf(DEFAULT_ROLES)), {
  description: 'The role of a person without a mapped one; null: such a person is not signed in.',
});
const statusField = withMeta(z.clone(providerStatusField), {
  description: 'Nobody signs in with a disabled provider.',
});
const issuerField = withMeta(stringOf(1, 500), {
  description:
    'The issuer, exactly as the provider names it: an https URL of a public host, without query and fragment. It never changes.',
  examples: ['https://login.acme.example'],
});
const clientIdField = printableField(500);
const clientSecretField = withMeta(z.nullable(printableField(1_000)), {
  writeOnly: true,
  description: 'Stored encrypted, and never shown. Null for a client without a secret.',
});
const domainsField = withMeta(z.array(stringOf(1, 253)).check(z.minLength(1), z.maxLength(MAXIMUM_DOMAINS)), {
  description:
    'The domains of the e-mail addresses that sign in with this provider. Stored in lower case, and in ASCII.',
  examples: [['acme.example']],
});
const roleClaimField = withMeta(z.nullable(lineField(200)), {
  description:
    'The claim with the groups or roles of a person, such as `groups`, or a path such as `realm_access.roles`: a list, a text of names divided by commas or spaces, or an object with the names.',
  examples: ['groups'],
});
const roleMapField = withMeta(
  z.record(claimValueField, wordOf(MAPPED_ROLES)).check(
    z.refine((map) => Object.keys(map).length <= MAXIMUM_MAPPED, {
      error: `must not have more than ${MAXIMUM_MAPPED} entries`,
    }),
  ),
  {
    maxProperties: MAXIMUM_MAPPED,
    description: 'The role for each value of the role claim. Of several roles, a person gets the highest.',
  },
);
const createsUsersField = withMeta(z.boolean(), {
  description: 'Whether a person without a user gets one at the first sign-in.',
});
const sessionMinutesField = withMeta(
  z.nullable(z.int().check(z.minimum(1), z.maximum(MAXIMUM_SESSION_MINUTES))),
  {
    description: 'The minutes after which a person must sign in with the provider again; null: no limit.',
  },
);
const trustsEmailField = withMeta(z.boolean(), {
  description:
    'Whether addresses of verified domains count as verified, for providers that omit `email_verified`, such as Entra. Takes a verified domain.',
});
const emailClaimField = withMeta(z.nullable(lineField(200)), {
  description:
    'The claim with the e-mail address, such as `preferred_username` or `upn`; null: `email`. Unless it equals `email`, `email_verified` says nothing about it, so it takes `trusts_email`.',
  examples: ['preferred_username'],
});

const EXAMPLE = {
  name: 'Acme Entra ID',
  issuer: 'https://login.acme.example',
  client_id: 'guard',
  role_claim: 'groups',
  role_map: { 'guard-operators': 'operator' },
  default_role: null,
  creates_users: true,
  session_minutes: 720,
  trusts_email: false,
  email_claim: null,
  status: 'active',
};

export const identityProviderInputSchema = withMeta(
  z.strictObject({
    name: nameField,
    issuer: issuerField,
    client_id: clientIdField,
    client_secret: z._default(clientSecretField, null),
    email_domains: domainsField,
    role_claim: z._default(roleClaimField, null),
    role_map: z._default(roleMapField, {}),
    default_role: z._default(defaultRoleField, null),
    creates_users: z._default(createsUsersField, false),
    session_minutes: z._default(sessionMinutesField, null),
    trusts_email: z._default(trustsEmailField, false),
    email_claim: z._default(emailClaimField, null),
    status: z._default(statusField, 'active'),
  }),
  {
    id: 'IdentityProviderInput',
    examples: [{ ...EXAMPLE, client_secret: 'a secret of the provider', email_domains: ['acme.example'] }],
  },
);

export type IdentityProviderInput = z.infer<typeof identityProviderInputSchema>;

export const identityProviderChangesSchema = withMeta(
  changesOf({
    name: nameField,
    client_id: clientIdField,
    client_secret: clientSecretField,
    email_domains: domainsField,
    role_claim: roleClaimField,
    role_map: roleMapField,
    default_role: defaultRoleField,
    creates_users: createsUsersField,
    session_minutes: sessionMinutesField,
    trusts_email: trustsEmailField,
    email_claim: emailClaimField,
    status: statusField,
  }),
  { id: 'IdentityProviderChanges', examples: [{ status: 'disabled' }] },
);

export type IdentityProviderChanges = z.infer<typeof identityProviderChangesSchema>;

const emailDomainSchema = withMeta(
  z.object({
    domain: z.string(),
    challenge: withMeta(z.string(), {
      description: 'The text of a TXT record of `_guard.<domain>`, which proves that the domain is yours.',
    }),
    verified_at: withMeta(z.nullable(timestampField), { description: 'Null until the domain is verified.' }),
  }),
  { id: 'EmailDomain' },
);

export const identityProviderSchema = withMeta(
  z.extend(storedProviderSchema, {
    domains: z.array(emailDomainSchema),
    // This is not an enumeration: client generators lose the null of a nullable enumeration.
    default_role: withMeta(z.nullable(z.string()), {
      description: 'The role of a person without a mapped one.',
    }),
    role_map: z.record(z.string(), z.string()),
    email_domains: z.array(z.string()),
    redirect_uri: withMeta(z.string(), { description: 'The redirect URI to register at the provider.' }),
  }),
  {
    id: 'IdentityProvider',
    description: 'An OpenID Connect provider with which people of a tenant sign in.',
    examples: [
      {
        id: EXAMPLE_IDS.identity_provider,
        tenant_id: EXAMPLE_IDS.tenant,
        ...EXAMPLE,
        has_client_secret: true,
        email_domains: ['acme.example'],
        domains: [
          {
            domain: 'acme.example',
            challenge: 'guard-verification=Xc5V1bqYt0dGJ3mK8sLrQ2nZpHw',
            verified_at: null,
          },
        ],
        ...EXAMPLE_TIMES,
        redirect_uri: `https://api.guard.example/api/v1/auth/sso/callback/${EXAMPLE_IDS.identity_provider}`,
      },
    ],
  },
);

export const identityProviderPageSchema = pageOf(identityProviderSchema, 'IdentityProviderPage');
