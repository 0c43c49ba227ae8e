import { tenantQuery } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { userInputSchema, userSchema } from '../../shared/users/user.ts';

export const createUserRoute = defineRoute({
  name: 'create-user',
  folder: 'users',
  method: 'POST',
  path: '/api/v1/users',
  summary: 'Create a user',
  access: 'users:create',
  rateClass: 'api',
  request: { query: tenantQuery, body: userInputSchema },
  response: {
    status: 201,
    description: 'The new user.',
    body: userSchema,
    etag: true,
    headers: { Location: 'The URL of the new user.' },
  },
  errors: ['not_found', 'email_taken'],
  table: { actions: ['PutItem', 'UpdateItem'], indexes: [] },
  hashesPasswords: true,
});
