import * as z from 'zod/mini';
import { usersEmailField } from '../../shared/email-field.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { EXAMPLE_USER } from '../../shared/users/user.ts';
import { withMeta } from '../../shared/with-meta.ts';

/** docs/sign-in.md, "Invitations and lost passwords". */
export const requestPasswordResetRoute = defineRoute('password-resets/request-password-reset', {
  method: 'POST',
  path: '/api/v1/auth/password-resets',
  summary: 'Request a link for a lost password',
  access: 'anyone',
  rateClass: 'login',
  request: {
    body: withMeta(z.strictObject({ email: usersEmailField }), {
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
