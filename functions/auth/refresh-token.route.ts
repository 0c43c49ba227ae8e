import * as z from 'zod/mini';
import { defineRoute } from '../../shared/http/route.ts';
import { EXAMPLE_TOKEN, tokenField } from '../../shared/sessions/token-field.ts';
import { withMeta } from '../../shared/with-meta.ts';

/** docs/api-contract.md, "Authentication". */
export const refreshTokenRoute = defineRoute('auth/refresh-token', {
  method: 'POST',
  path: '/api/v1/auth/refresh',
  summary: 'Exchange the presented token for a new one',
  access: 'signed_in',
  isForSetUp: true,
  rateClass: 'auth',
  response: {
    description: 'The new token. The presented token is revoked.',
    body: withMeta(z.object({ token: tokenField }), {
      id: 'RefreshedToken',
      examples: [{ token: EXAMPLE_TOKEN }],
    }),
  },
  table: { actions: ['DeleteItem', 'GetItem', 'PutItem'] },
  settings: ['TOKEN_EXPIRATION'],
});
