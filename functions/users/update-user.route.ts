import { defineRoute } from '../../shared/http/route.ts';
import { userChangesSchema, userSchema } from '../../shared/users/user.ts';

export const updateUserRoute = defineRoute('users/update-user', {
  method: 'PATCH',
  path: '/api/v1/users/{user_id}',
  summary: 'Change a user',
  access: 'users:update',
  isAudited: true,
  request: { body: userChangesSchema },
  response: { description: 'The changed user.', body: userSchema },
  errors: [
    'own_account_protected',
    'email_taken',
    'last_tenant_master',
    'last_platform_admin',
    'role_managed_by_sso',
  ],
  table: { actions: ['ConditionCheckItem', 'DeleteItem', 'PutItem', 'UpdateItem'] },
  settings: ['GUARD_RATE_LIMIT_FAILED_LOGINS'],
  hashesPasswords: true,
  queuesMail: true,
});
