import * as z from 'zod/mini';
import { stringOf } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { EXAMPLE_LINK_TOKEN } from '../../shared/links/link-token.ts';
import { EXAMPLE_PASSWORD, passwordField } from '../../shared/users/user.ts';
import { withMeta } from '../../shared/with-meta.ts';

/** docs/sign-in.md, "Invitations and lost passwords". */
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
