import * as z from 'zod/mini';
import { ROLES } from '../access.ts';
import { actorNameField } from '../actor-name.ts';
import { invalidField } from '../errors.ts';
import { EXAMPLE_IDS, EXAMPLE_TIMES } from '../example-ids.ts';
import { changesOf, idField, stringOf, timestampField } from '../fields.ts';
import { pageOf } from '../lists/contract.ts';
import { defineKind, type Stored } from '../table/kind.ts';
import { withMeta } from '../with-meta.ts';

const USER_STATUSES = ['active', 'inactive', 'blocked'] as const;

export const roleField = withMeta(z.enum(ROLES), {
  id: 'Role',
  description: 'The profile, which decides what the user may do.',
});
export const userStatusField = withMeta(z.enum(USER_STATUSES), {
  id: 'UserStatus',
  description: 'Only active users sign in.',
});

/** Words of letters, digits and a few signs, joined by dots; a domain of two labels or more. */
const EMAIL = String.raw`[A-Za-z0-9_'+\-]+(?:\.[A-Za-z0-9_'+\-]+)*@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}`;

/**
 * E-mail addresses are compared trimmed and lower-cased. Lower-cased last: that makes ASCII of some letters that are
 * none, such as the Kelvin sign.
 */
export const emailField = withMeta(
  z
    .string()
    .check(
      z.maxLength(254),
      z.trim(),
      z.regex(new RegExp(`^${EMAIL}$`), { error: 'must be a valid email address' }),
      z.toLowerCase(),
    ),
  { override: { pattern: String.raw`^\s*${EMAIL}\s*$` }, examples: ['olga@acme.test'] },
);

/** A password as the examples show it. */
export const EXAMPLE_PASSWORD = 'correct horse battery staple';

/** NIST SP 800-63B asks for length, not for kinds of characters. */
export const passwordField = withMeta(stringOf(12, 128), {
  format: 'password',
  writeOnly: true,
  examples: [EXAMPLE_PASSWORD],
});

const EXAMPLE = {
  name: 'Olga Operator',
  email: 'olga@acme.test',
  role: 'operator',
  status: 'active',
  password_login_enabled: true,
  sso_login_enabled: false,
  role_managed_by_sso: false,
};

/** A user as clients see one. */
export const EXAMPLE_USER = {
  id: EXAMPLE_IDS.user,
  ...EXAMPLE,
  tenant_id: EXAMPLE_IDS.tenant,
  last_login_at: '2026-11-20T06:58:12.000+00:00',
  ...EXAMPLE_TIMES,
};

const userFields = {
  name: actorNameField,
  email: emailField,
  role: roleField,
  status: userStatusField,
  password: passwordField,
  password_login_enabled: z.boolean(),
  sso_login_enabled: z.boolean(),
  role_managed_by_sso: z.boolean(),
};

/** What clients send to make a user. The password is written, never read. */
export const userInputSchema = withMeta(
  z.strictObject({
    ...userFields,
    status: z._default(userStatusField, 'active'),
    password: withMeta(z.optional(passwordField), {
      description: 'Required unless `password_login_enabled` is false.',
    }),
    password_login_enabled: z._default(z.boolean(), true),
    sso_login_enabled: z._default(z.boolean(), false),
    role_managed_by_sso: z._default(z.boolean(), false),
  }),
  { id: 'UserInput', examples: [{ ...EXAMPLE, password: EXAMPLE_PASSWORD }] },
);

export type UserInput = z.infer<typeof userInputSchema>;

/** The first master of a new tenant. */
export const masterInputSchema = withMeta(
  z.strictObject({
    name: actorNameField,
    email: emailField,
    password: passwordField,
  }),
  { id: 'MasterInput', description: 'The first master of a new tenant.' },
);

/** What a client proves to know the password with. The upper bound keeps hashing cheap; no account has a longer one. */
export const givenPasswordField = withMeta(stringOf(1, 1024), { format: 'password', writeOnly: true });

const currentPasswordField = withMeta(givenPasswordField, {
  description: 'Your own password as it is now: required beside `password` to change that.',
});

/** The password as it is now proves the right to another one, and nothing else. */
const isForPassword = z.refine<{ current_password?: string | undefined; password?: string | undefined }>(
  ({ current_password, password }) => current_password === undefined || password !== undefined,
  {
    path: ['password'],
    error: 'is required with current_password',
    when: ({ issues }) => issues.length === 0,
  },
);
const CURRENT_NEEDS_NEW = { dependentRequired: { current_password: ['password'] } };

export const userChangesSchema = withMeta(
  changesOf({ ...userFields, current_password: currentPasswordField }).check(isForPassword),
  { id: 'UserChanges', examples: [{ status: 'blocked' }], ...CURRENT_NEEDS_NEW },
);

export type UserChanges = z.infer<typeof userChangesSchema>;

/** What users change of their own account, whatever their profile. */
export const ownChangesSchema = withMeta(
  changesOf({
    name: actorNameField,
    password: passwordField,
    current_password: currentPasswordField,
  }).check(isForPassword),
  { id: 'OwnChanges', examples: [{ name: 'Olga Operator' }], ...CURRENT_NEEDS_NEW },
);

export type OwnChanges = z.infer<typeof ownChangesSchema>;

/** At most as many sites as one list can merge in one round trip. */
const MAXIMUM_ASSIGNED_SITES = 100;

export const assignedSitesSchema = withMeta(
  z.strictObject({ site_ids: z.array(idField).check(z.maxLength(MAXIMUM_ASSIGNED_SITES)) }),
  { id: 'AssignedSites', examples: [{ site_ids: [EXAMPLE_IDS.site] }] },
);

/** The user object: exactly the 12 fields of the specification. */
export const userSchema = withMeta(
  z.object({
    id: idField,
    name: z.string(),
    email: z.string(),
    role: roleField,
    status: userStatusField,
    password_login_enabled: z.boolean(),
    sso_login_enabled: z.boolean(),
    role_managed_by_sso: z.boolean(),
    tenant_id: idField,
    last_login_at: z.nullable(timestampField),
    created_at: timestampField,
    updated_at: timestampField,
  }),
  { id: 'User', examples: [EXAMPLE_USER] },
);

export const userPageSchema = pageOf(userSchema, 'UserPage');

export type User = z.infer<typeof userSchema>;

/**
 * What proves a user and bounds their tokens. It lives beside the user's data, in no index and no response.
 * Raising `session_version` ends every token of the user at once.
 */
export const credentialsSchema = z.object({
  password_hash: z.nullable(z.string()),
  session_version: z.int(),
});

export type Credentials = z.infer<typeof credentialsSchema>;

/** A user as stored: with the credentials, which stand beside the user. */
export interface Account extends Stored<User> {
  readonly credentials: Credentials;
}

/** Their tenant counts them in a way of its own: count-user.ts. A role takes the place of a type. */
export const USERS = defineKind<User, Account>({
  name: 'USER',
  schema: userSchema,
  indexes: {
    platform: ['all', 'status', 'type', 'type_severity'],
    tenant: ['status', 'type', 'type_severity'],
  },
  facets: ({ status, role }) => ({ status, type: role }),
  subject: ({ tenant_id, id, role }) => ({ tenant_id, user_id: id, role }),
  read: (item, stored) => ({ ...stored, credentials: credentialsSchema.parse(item['credentials']) }),
});

/** Throws `validation_failed` where password login is enabled without a password. */
export function checkPasswordLogin(
  user: Pick<User, 'password_login_enabled'>,
  credentials: Credentials,
): void {
  if (user.password_login_enabled && credentials.password_hash === null) {
    throw invalidField('password', 'The password field is required while password login is enabled.');
  }
}
