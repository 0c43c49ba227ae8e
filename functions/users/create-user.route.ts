import { tenantQuery } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { userInputSchema, userSchema } from '../../shared/users/user.ts';

export const createUserRoute = defineRoute('users/create-user', {
  method: 'POST',
  path: '/api/v1/users',
  summary: 'Create a user',
  access: 'users:create',
  isAudited: true,
  request: { query: tenantQuery, body: userInputSchema },
  response: {
    status: 201,
    description: 'The new user. Without a password, but with password login, the user is sent an invitation.',
    body: userSchema,
  },
  errors: ['not_found', 'email_taken'],
  table: { actions: ['PutItem', 'UpdateItem'] },
  hashesPasswords: true,
  queuesMail: true,
});
