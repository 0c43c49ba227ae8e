import * as z from 'zod/mini';
import { ROLES } from '../base/access.ts';
import { invalidField } from '../base/errors.ts';
import { idField, timestampField } from '../base/fields.ts';
import { EXAMPLE_IDS, EXAMPLE_TIMES } from '../base/ids.ts';
import { LANGUAGES, type Language } from '../base/language.ts';
import { withMeta } from '../base/schema.ts';
import { defineKind, type Stored } from '../table/kind.ts';
import { loadLoginTime, storeLoginTime } from './last-login.ts';

const USER_STATUSES = ['active', 'inactive', 'blocked'] as const;

export const roleField = withMeta(z.enum(ROLES), {
  id: 'Role',
  description: 'The role of the user, which decides the scope and the permissions.',
});
export const userStatusField = withMeta(z.enum(USER_STATUSES), {
  id: 'UserStatus',
  description: 'Only active users can sign in.',
});

export const EXAMPLE = {
  name: 'Olga Operator',
  email: 'olga@acme.test',
  role: 'operator',
  status: 'active',
  password_login_enabled: true,
  sso_login_enabled: false,
  role_managed_by_sso: false,
};

/** The example of a user in responses. */
export const EXAMPLE_USER = {
  id: EXAMPLE_IDS.user,
  ...EXAMPLE,
  tenant_id: EXAMPLE_IDS.tenant,
  last_login_at: '2026-11-20T06:58:12.000+00:00',
  ...EXAMPLE_TIMES,
};

/** The user object: the 12 fields of docs/api-contract.md, "Users". */
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

export type User = z.infer<typeof userSchema>;

/**
 * The credentials of a user. They are outside `data`, so no index and no response contains them. Raising `session_version`
 * ends all tokens of the user at once. Raising `email_version` invalidates what was sent to, or bound to, an earlier address.
 */
export const credentialsSchema = z.object({
  password_hash: z.nullable(z.string()),
  session_version: z.int(),
  /** How often the address was changed; absent if never. */
  email_version: z.optional(z.int()),
});

export type Credentials = z.infer<typeof credentialsSchema>;

/** A stored user with its credentials. */
export interface Account extends Stored<User> {
  readonly credentials: Credentials;
  /** The attributes of the second factor (second-factor.ts). */
  readonly factor: unknown;
  readonly pendingFactor: unknown;
  /** When the password stops counting; null if never. */
  readonly passwordLoginEndsAt: string | null;
  /** The language of messages to the user; `undefined` if they have chosen none. */
  readonly language: Language | undefined;
}

/** The attribute with the language of messages to a user. It is outside `data`, so that no user object contains it. */
export const LANGUAGE_ATTRIBUTE = 'language';

/** Reads the language from the item of a user. One of another release counts as none. */
export function readLanguage(item: Readonly<Record<string, unknown>> | undefined): Language | undefined {
  const { [LANGUAGE_ATTRIBUTE]: stored } = item ?? {};
  return LANGUAGES.find((it) => it === stored);
}

/** The attribute with the end of a user's password login. It is outside `data`, because a user object has twelve fields. */
const LOGIN_END_ATTRIBUTE = 'password_login_ends_at';

/** The attribute of the user's item that stores the end of the password login. */
export const loginEndAttribute = (endsAt: string | null) =>
  endsAt === null ? {} : { [LOGIN_END_ATTRIBUTE]: endsAt };

/** The kind of users. Their tenant counts them in count-user.ts. In the indexes, the role takes the place of a type. */
export const USERS = defineKind<User, Account>({
  name: 'USER',
  schema: userSchema,
  store: storeLoginTime,
  load: loadLoginTime,
  indexes: {
    platform: ['all', 'status', 'type', 'type_severity'],
    tenant: ['status', 'type', 'type_severity'],
  },
  facets: ({ status, role }) => ({ status, type: role }),
  subject: ({ tenant_id, id, role }) => ({ tenant_id, user_id: id, role }),
  read: (item, stored) => ({
    ...stored,
    credentials: credentialsSchema.parse(item['credentials']),
    factor: item['totp'],
    pendingFactor: item['pending_totp'],
    passwordLoginEndsAt: z.nullish(z.string()).parse(item[LOGIN_END_ATTRIBUTE]) ?? null,
    language: readLanguage(item),
  }),
});

/** Throws `validation_failed` if password login is enabled without a password. */
export function checkPasswordLogin(
  user: Pick<User, 'password_login_enabled'>,
  credentials: Credentials,
): void {
  if (user.password_login_enabled && credentials.password_hash === null) {
    throw invalidField('password', 'The password field is required while password login is enabled.');
  }
}

/** Whether a user may sign in with a password at a time, if it is the right one. */
export const acceptsPassword = (
  { entity, passwordLoginEndsAt: endsAt }: Pick<Account, 'entity' | 'passwordLoginEndsAt'>,
  now: Date,
): boolean => entity.password_login_enabled && (endsAt === null || now.getTime() < Date.parse(endsAt));
