import * as z from 'zod/mini';
import { defineRoute } from '../../shared/http/route.ts';
import { withMeta } from '../../shared/with-meta.ts';

/** docs/api-contract.md, "Authentication". */
export const logoutRoute = defineRoute('auth/logout', {
  method: 'POST',
  path: '/api/v1/auth/logout',
  summary: 'Revoke the presented token',
  access: 'signed_in',
  isForSetUp: true,
  rateClass: 'auth',
  response: {
    description: 'The presented token is revoked.',
    body: withMeta(z.object({ message: z.string() }), {
      id: 'Message',
      examples: [{ message: 'Logged out.' }],
    }),
  },
  table: { actions: ['DeleteItem'] },
});
