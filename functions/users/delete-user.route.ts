import { defineRoute } from '../../shared/http/route.ts';

export const deleteUserRoute = defineRoute('users/delete-user', {
  method: 'DELETE',
  path: '/api/v1/users/{user_id}',
  summary: 'Delete a user',
  access: 'users:delete',
  isAudited: true,
  response: { description: 'The user is deleted and signed out everywhere.' },
  errors: ['own_account_protected', 'last_tenant_master', 'last_platform_admin'],
  table: { actions: ['ConditionCheckItem', 'DeleteItem', 'UpdateItem'] },
});
