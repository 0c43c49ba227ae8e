import * as z from 'zod/mini';
import { usersEmailField } from '../../shared/email-field.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { otpField } from '../../shared/second-factor/contract.ts';
import { EXAMPLE_TOKEN, tokenField } from '../../shared/sessions/token-field.ts';
import { EXAMPLE_PASSWORD, EXAMPLE_USER, givenPasswordField, userSchema } from '../../shared/users/user.ts';
import { withMeta } from '../../shared/with-meta.ts';

/** docs/api-contract.md, "Authentication". */
export const loginRoute = defineRoute('auth/login', {
  method: 'POST',
  path: '/api/v1/auth/login',
  summary: 'Sign in with e-mail and password',
  access: 'anyone',
  isAudited: true,
  rateClass: 'login',
  request: {
    body: withMeta(
      z.strictObject({
        email: usersEmailField,
        password: givenPasswordField,
        otp: z.optional(otpField),
      }),
      {
        id: 'Credentials',
        examples: [{ email: EXAMPLE_USER.email, password: EXAMPLE_PASSWORD }],
      },
    ),
  },
  response: {
    description: 'A new token and its user.',
    body: withMeta(z.object({ token: tokenField, user: userSchema }), {
      id: 'SignedIn',
      examples: [{ token: EXAMPLE_TOKEN, user: EXAMPLE_USER }],
    }),
  },
  errors: ['invalid_credentials', 'second_factor_required', 'account_not_active', 'password_login_disabled'],
  table: { actions: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'] },
  settings: ['GUARD_RATE_LIMIT_FAILED_LOGINS', 'GUARD_TOTP_DECRYPTION_KEY', 'TOKEN_EXPIRATION'],
  hashesPasswords: true,
});
