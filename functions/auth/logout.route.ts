import * as z from 'zod';
import { defineRoute } from '../../shared/http/route.ts';

/** Specification section 4, behaviour 3. */
export const logoutRoute = defineRoute({
  name: 'logout',
  folder: 'auth',
  method: 'POST',
  path: '/api/v1/auth/logout',
  summary: 'Revoke the presented token',
  access: 'signed_in',
  rateClass: 'auth',
  request: {},
  response: {
    status: 200,
    description: 'The presented token is revoked.',
    body: z.object({ message: z.string() }).meta({ id: 'Message' }),
  },
  errors: [],
  table: { actions: ['DeleteItem'], indexes: [] },
});
