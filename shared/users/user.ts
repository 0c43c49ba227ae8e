import * as z from 'zod';
import { ROLES } from '../access.ts';
import { invalidField } from '../errors.ts';
import { changesOf, idField, nameField, timestampField } from '../fields.ts';

export const USER_STATUSES = ['active', 'inactive', 'blocked'] as const;

export const roleField = z.enum(ROLES);
export const userStatusField = z.enum(USER_STATUSES);

/** E-mail addresses are compared trimmed and lower-cased. */
export const emailField = z.string().trim().toLowerCase().max(254).pipe(z.email());

/** NIST SP 800-63B asks for length, not for kinds of characters. */
export const passwordField = z.string().min(12).max(128);

const userFields = {
  name: nameField,
  email: emailField,
  role: roleField,
  status: userStatusField,
  password: passwordField,
  password_login_enabled: z.boolean(),
  sso_login_enabled: z.boolean(),
  role_managed_by_sso: z.boolean(),
};

/** What clients send to make a user. The password is written, never read. */
export const newUserSchema = z.strictObject({
  ...userFields,
  status: userStatusField.default('active'),
  password: passwordField.optional(),
  password_login_enabled: z.boolean().default(true),
  sso_login_enabled: z.boolean().default(false),
  role_managed_by_sso: z.boolean().default(false),
});

export type NewUser = z.infer<typeof newUserSchema>;

/** The first master of a new tenant. */
export const newMasterSchema = z.strictObject({
  name: nameField,
  email: emailField,
  password: passwordField,
});

export const userChangesSchema = changesOf(userFields);

export type UserChanges = z.infer<typeof userChangesSchema>;

/** At most as many sites as one list can merge in one round trip. */
export const MAXIMUM_ASSIGNED_SITES = 100;

export const assignedSitesSchema = z.strictObject({ site_ids: z.array(idField).max(MAXIMUM_ASSIGNED_SITES) });

/** The user object: exactly the 12 fields of the specification (section 2). */
export const userSchema = z.object({
  id: idField,
  name: z.string(),
  email: z.string(),
  role: roleField,
  status: userStatusField,
  password_login_enabled: z.boolean(),
  sso_login_enabled: z.boolean(),
  role_managed_by_sso: z.boolean(),
  tenant_id: idField,
  last_login_at: timestampField.nullable(),
  created_at: timestampField,
  updated_at: timestampField,
});

export type User = z.infer<typeof userSchema>;

/**
 * What proves a user and bounds their tokens. It lives beside the user's data, in no index and no response.
 * Raising `session_version` ends every token of the user at once.
 */
export const credentialsSchema = z.object({
  password_hash: z.string().nullable(),
  session_version: z.number().int(),
});

export type Credentials = z.infer<typeof credentialsSchema>;

/** Throws `validation_failed` where password login is enabled without a password. */
export function checkPasswordLogin(
  user: Pick<User, 'password_login_enabled'>,
  credentials: Credentials,
): void {
  if (user.password_login_enabled && credentials.password_hash === null) {
    throw invalidField('password', 'The password field is required while password login is enabled.');
  }
}
