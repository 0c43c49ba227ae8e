import * as z from 'zod';
import { ROLES } from '../access.ts';
import { idField, timestampField } from '../fields.ts';

export const USER_STATUSES = ['active', 'inactive', 'blocked'] as const;

export const roleField = z.enum(ROLES);
export const userStatusField = z.enum(USER_STATUSES);

/** E-mail addresses are compared trimmed and lower-cased. */
export const emailField = z.string().trim().toLowerCase().max(254).pipe(z.email());

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
