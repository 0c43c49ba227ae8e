import * as z from 'zod';
import { idField } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { userChangesSchema, userSchema } from '../../shared/users/user.ts';

export const updateUserRoute = defineRoute({
  name: 'update-user',
  folder: 'users',
  method: 'PATCH',
  path: '/api/v1/users/{user_id}',
  summary: 'Change a user',
  access: 'users:update',
  target: 'user',
  rateClass: 'api',
  request: { path: z.object({ user_id: idField }), body: userChangesSchema },
  response: { status: 200, description: 'The user as it is now.', body: userSchema, etag: true },
  errors: [
    'own_account_protected',
    'email_taken',
    'last_tenant_master',
    'last_platform_admin',
    'changed_too_often',
  ],
  table: { actions: ['ConditionCheckItem', 'DeleteItem', 'PutItem', 'UpdateItem'], indexes: [] },
  hashesPasswords: true,
});
