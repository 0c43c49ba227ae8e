import * as z from 'zod';
import { defineRoute } from '../../shared/http/route.ts';

/** docs/api-contract.md, "Authentication". */
export const logoutRoute = defineRoute('auth/logout', {
  method: 'POST',
  path: '/api/v1/auth/logout',
  summary: 'Revoke the presented token',
  access: 'signed_in',
  rateClass: 'auth',
  response: {
    description: 'The presented token is revoked.',
    body: z.object({ message: z.string() }).meta({ id: 'Message', examples: [{ message: 'Logged out.' }] }),
  },
  table: { actions: ['DeleteItem'] },
});
