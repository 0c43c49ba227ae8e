import * as z from 'zod/mini';
import { EXAMPLE_LINK_TOKEN } from '../shared/accounts/mailed-link.ts';
import { setPasswordByLink } from '../shared/accounts/set-password.ts';
import { EXAMPLE_USER } from '../shared/accounts/user.ts';
import { EXAMPLE_PASSWORD, passwordField } from '../shared/accounts/user-contract.ts';
import { emailField } from '../shared/base/email-field.ts';
import { stringOf } from '../shared/base/fields.ts';
import { withMeta } from '../shared/base/schema.ts';
import { createSignedOutEndpoint } from '../shared/http/endpoint.ts';
import { defineRoute } from '../shared/http/route.ts';
import { requireMail } from '../shared/mail/mail-settings.ts';
import { informUser, queueMail } from '../shared/mail/queue-mail.ts';

/** The flow is described in docs/sign-in.md, "Invitations and lost passwords". */
export const requestPasswordResetRoute = defineRoute('password-resets/request-password-reset', {
  method: 'POST',
  path: '/api/v1/auth/password-resets',
  summary: 'Request a link for a lost password',
  access: 'anyone',
  rateClass: 'login',
  request: {
    body: withMeta(z.strictObject({ email: emailField }), {
      id: 'LostPassword',
      examples: [{ email: EXAMPLE_USER.email }],
    }),
  },
  response: {
    status: 202,
    description:
      'Accepted, whether the address is known or not. A user who may sign in with a password is sent a link, valid for 30 minutes; at most 3 an hour.',
  },
  errors: ['mail_not_configured'],
  queuesMail: true,
});

/** Reads no user, so that neither the answer nor its time reveals whether somebody has the address. */
export const requestPasswordResetHandler = createSignedOutEndpoint(
  requestPasswordResetRoute,
  'email',
  async ({ body: { email } }, runtime) => {
    requireMail(runtime.settings);
    await queueMail(runtime, { template: 'password_reset', email });
  },
);

/** The flow is described in docs/sign-in.md, "Invitations and lost passwords". */
export const confirmPasswordResetRoute = defineRoute('password-resets/confirm-password-reset', {
  method: 'POST',
  path: '/api/v1/auth/password-resets/confirm',
  summary: 'Set a password by the link of an invitation or a reset',
  access: 'anyone',
  rateClass: 'login',
  request: {
    body: withMeta(
      z.strictObject({
        token: withMeta(stringOf(1, 1024), { description: 'From the link. It is a secret.' }),
        password: passwordField,
      }),
      {
        id: 'PasswordReset',
        examples: [{ token: EXAMPLE_LINK_TOKEN, password: EXAMPLE_PASSWORD }],
      },
    ),
  },
  response: {
    status: 204,
    description:
      'The password is set. All sessions of the user and their other links have ended; nobody is signed in.',
  },
  errors: ['link_not_valid', 'changed_too_often'],
  table: { actions: ['BatchGetItem', 'DeleteItem', 'GetItem', 'UpdateItem'] },
  hashesPasswords: true,
  queuesMail: true,
  isAudited: true,
});

export const confirmPasswordResetHandler = createSignedOutEndpoint(
  confirmPasswordResetRoute,
  'token',
  async ({ body, now }, runtime) => {
    const user = await setPasswordByLink(runtime.table, body, now);
    await informUser(runtime, 'password_changed', user);
  },
);
