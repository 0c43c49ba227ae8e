import * as z from 'zod/mini';
import { usersEmailField } from '../../shared/email-field.ts';
import { timestampField } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { EXAMPLE_USER } from '../../shared/users/user.ts';
import { withMeta } from '../../shared/with-meta.ts';

export const startSsoRoute = defineRoute('sso/start-sso', {
  method: 'POST',
  path: '/api/v1/auth/sso',
  summary: 'Begin to sign in with an identity provider',
  access: 'anyone',
  rateClass: 'login',
  request: {
    body: withMeta(
      z.strictObject({
        email: usersEmailField,
        redirect_uri: withMeta(z.string().check(z.minLength(1), z.maxLength(500)), {
          description:
            'Where the browser returns to with `code` or `error`: `{base_url}/console`, or a URI of `ssoRedirectUris`.',
        }),
        code_challenge: withMeta(
          z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, { error: 'must be 43 characters of base64url' })),
          {
            description: 'The SHA-256 of your `code_verifier` in base64url (RFC 7636, S256).',
          },
        ),
      }),
      {
        id: 'SsoStart',
        examples: [
          {
            email: EXAMPLE_USER.email,
            redirect_uri: 'https://api.guard.example/console',
            code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
          },
        ],
      },
    ),
  },
  response: {
    description: 'Where to send the browser.',
    body: withMeta(z.object({ authorization_url: z.string(), expires_at: timestampField }), {
      id: 'SsoStarted',
      examples: [
        {
          authorization_url: 'https://login.acme.example/authorize?client_id=guard&state=…',
          expires_at: '2026-11-20T12:10:30.000+00:00',
        },
      ],
    }),
  },
  errors: ['sso_not_available'],
  table: { actions: ['GetItem', 'PutItem'] },
  settings: ['GUARD_IDENTITY_PROVIDER_DECRYPTION_KEY', 'GUARD_SSO_REDIRECT_URIS'],
});
