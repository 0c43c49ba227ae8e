import { tenantQuery } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { userInputSchema, userSchema } from '../../shared/users/user.ts';

export const createUserRoute = defineRoute('users/create-user', {
  method: 'POST',
  path: '/api/v1/users',
  summary: 'Create a user',
  access: 'users:create',
  request: { query: tenantQuery, body: userInputSchema },
  response: { status: 201, description: 'The new user.', body: userSchema },
  errors: ['not_found', 'email_taken'],
  table: { actions: ['PutItem', 'UpdateItem'] },
  hashesPasswords: true,
});
