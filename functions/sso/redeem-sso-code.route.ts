import * as z from 'zod/mini';
import { defineRoute } from '../../shared/http/route.ts';
import { EXAMPLE_TOKEN, tokenField } from '../../shared/sessions/token-field.ts';
import { EXAMPLE_USER, userSchema } from '../../shared/users/user.ts';
import { withMeta } from '../../shared/with-meta.ts';

export const redeemSsoCodeRoute = defineRoute('sso/redeem-sso-code', {
  method: 'POST',
  path: '/api/v1/auth/sso/token',
  summary: 'Exchange the code of a single sign-on for a token',
  access: 'anyone',
  rateClass: 'login',
  isAudited: true,
  request: {
    body: withMeta(
      z.strictObject({
        code: withMeta(z.string().check(z.minLength(1), z.maxLength(100)), {
          description: 'The code of the redirect. It is valid once, for 60 seconds.',
        }),
        code_verifier: withMeta(
          z.string().check(
            z.regex(/^[A-Za-z0-9._~-]{43,128}$/, {
              error: 'must be 43 to 128 letters, digits and signs of ._~-',
            }),
          ),
          {
            writeOnly: true,
            description: 'The text whose SHA-256 was sent as `code_challenge`.',
          },
        ),
      }),
      {
        id: 'SsoCode',
        examples: [
          {
            code: 'k3H9yVb1mO6sQwE2rT8uZxCvBnMaSdFgHjKlPoIuYtR',
            code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
          },
        ],
      },
    ),
  },
  response: {
    description: 'A new token and its user.',
    body: withMeta(z.object({ token: tokenField, user: userSchema }), {
      id: 'SignedInBySso',
      examples: [{ token: EXAMPLE_TOKEN, user: EXAMPLE_USER }],
    }),
  },
  errors: [
    'sso_code_not_valid',
    'sso_not_available',
    'sso_account_unknown',
    'sso_login_disabled',
    'sso_role_missing',
    'sso_role_unknown',
    'account_not_active',
    'last_tenant_master',
    'changed_too_often',
    'not_found',
  ],
  table: {
    actions: ['BatchGetItem', 'ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'],
  },
  settings: ['TOKEN_EXPIRATION'],
});
