import { defineRoute } from '../../shared/http/route.ts';
import { userSchema } from '../../shared/users/user.ts';

export const getCurrentUserRoute = defineRoute('auth/get-current-user', {
  method: 'GET',
  path: '/api/v1/auth/me',
  summary: 'Read the signed-in user',
  access: 'signed_in',
  opensScreens: true,
  isForSetUp: true,
  response: { description: 'The user of the presented token.', body: userSchema, etag: true },
  table: { actions: ['GetItem'] },
});
