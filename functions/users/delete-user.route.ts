import * as z from 'zod';
import { idField } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';

export const deleteUserRoute = defineRoute({
  name: 'delete-user',
  folder: 'users',
  method: 'DELETE',
  path: '/api/v1/users/{user_id}',
  summary: 'Delete a user',
  access: 'users:delete',
  target: 'user',
  rateClass: 'api',
  request: { path: z.object({ user_id: idField }) },
  response: { status: 204, description: 'The user is deleted and signed out everywhere.' },
  errors: ['own_account_protected', 'last_tenant_master', 'last_platform_admin', 'changed_too_often'],
  table: { actions: ['ConditionCheckItem', 'DeleteItem', 'UpdateItem'], indexes: [] },
});
