import * as z from 'zod';
import { idField } from '../../shared/fields.ts';
import { defineRoute, NO_TABLE_USE } from '../../shared/http/route.ts';
import { userSchema } from '../../shared/users/user.ts';

export const getUserRoute = defineRoute({
  name: 'get-user',
  folder: 'users',
  method: 'GET',
  path: '/api/v1/users/{user_id}',
  summary: 'Read a user',
  access: 'users:read',
  target: 'user',
  rateClass: 'api',
  request: { path: z.object({ user_id: idField }) },
  response: { status: 200, description: 'The user.', body: userSchema, etag: true },
  errors: [],
  table: NO_TABLE_USE,
});
