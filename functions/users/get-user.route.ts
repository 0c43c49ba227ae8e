import { defineRoute } from '../../shared/http/route.ts';
import { userSchema } from '../../shared/users/user.ts';

export const getUserRoute = defineRoute('users/get-user', {
  method: 'GET',
  path: '/api/v1/users/{user_id}',
  summary: 'Read a user',
  access: 'users:read',
  response: { description: 'The user.', body: userSchema },
});
