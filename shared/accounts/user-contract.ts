import * as z from 'zod/mini';
import { actorNameField } from '../base/actor.ts';
import { emailField } from '../base/email-field.ts';
import { changesOf, idField, stringOf, timestampInput } from '../base/fields.ts';
import { EXAMPLE_IDS } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { pageOf } from '../table/list-contract.ts';
import { EXAMPLE, roleField, userSchema, userStatusField } from './user.ts';

/**
 * The request and response bodies of the routes of users. They are apart from the kind, because the functions of other routes
 * import the kind, too.
 */

/** The password in all examples. */
export const EXAMPLE_PASSWORD = 'correct horse battery staple';

/** NIST SP 800-63B recommends a minimum length, and no rules about types of characters. */
export const passwordField = withMeta(stringOf(12, 128), {
  format: 'password',
  writeOnly: true,
  examples: [EXAMPLE_PASSWORD],
});

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

/** The body of a creation. The password is never returned. */
export const userInputSchema = withMeta(
  z.strictObject({
    ...userFields,
    status: z._default(userStatusField, 'active'),
    password: withMeta(z.optional(passwordField), {
      description:
        'Without it, and unless `password_login_enabled` is false, the user is invited by mail. Required where Guard sends no mail.',
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

/**
 * A password that a client sends to be verified. The maximum length limits the cost of hashing; no account has a longer
 * password.
 */
export const givenPasswordField = withMeta(stringOf(1, 1024), { format: 'password', writeOnly: true });

const currentPasswordField = withMeta(givenPasswordField, {
  description: 'Your current password. Required to change your own `password`.',
});

const passwordLoginEndsField = withMeta(z.nullable(timestampInput), {
  description:
    'When the password stops counting, such as for a required single sign-on. Until then it counts; from then on a sign-in with it is refused, and open sessions last. Null: never.',
});

/** The current password may only be sent together with a new one. */
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
  changesOf({
    ...userFields,
    current_password: currentPasswordField,
    password_login_ends_at: passwordLoginEndsField,
  }).check(isForPassword),
  { id: 'UserChanges', examples: [{ status: 'blocked' }], ...CURRENT_NEEDS_NEW },
);

export type UserChanges = z.infer<typeof userChangesSchema>;

/** The fields that users of any role may change in their own account. */
export const ownChangesSchema = withMeta(
  changesOf({
    name: actorNameField,
    password: passwordField,
    current_password: currentPasswordField,
  }).check(isForPassword),
  { id: 'OwnChanges', examples: [{ name: 'Olga Operator' }], ...CURRENT_NEEDS_NEW },
);

export type OwnChanges = z.infer<typeof ownChangesSchema>;

/** The largest number of sites whose lists can be merged in one round trip. */
const MAXIMUM_ASSIGNED_SITES = 100;

export const assignedSitesSchema = withMeta(
  z.strictObject({ site_ids: z.array(idField).check(z.maxLength(MAXIMUM_ASSIGNED_SITES)) }),
  { id: 'AssignedSites', examples: [{ site_ids: [EXAMPLE_IDS.site] }] },
);

export const userPageSchema = pageOf(userSchema, 'UserPage');
