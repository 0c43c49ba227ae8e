import { defineRoute } from '../../shared/http/route.ts';
import { userSchema } from '../../shared/users/user.ts';

export const getCurrentUserRoute = defineRoute({
  name: 'get-current-user',
  folder: 'auth',
  method: 'GET',
  path: '/api/v1/auth/me',
  summary: 'The signed-in user',
  access: 'signed_in',
  rateClass: 'api',
  request: {},
  response: { status: 200, description: 'The user of the presented token.', body: userSchema, etag: true },
  errors: [],
  table: { actions: ['GetItem'], indexes: [] },
});
