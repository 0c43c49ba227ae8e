import { defineRoute } from '../../shared/http/route.ts';
import { listQuery } from '../../shared/lists/contract.ts';
import { roleField, userPageSchema, userStatusField } from '../../shared/users/user.ts';

export const listUsersRoute = defineRoute({
  name: 'list-users',
  folder: 'users',
  method: 'GET',
  path: '/api/v1/users',
  summary: 'List users, newest first',
  access: 'users:read',
  rateClass: 'api',
  request: { query: listQuery({ role: roleField.optional(), status: userStatusField.optional() }) },
  response: { status: 200, description: 'A page of the users in reach.', body: userPageSchema, etag: true },
  errors: [],
  table: {
    actions: ['GetItem', 'Query'],
    indexes: [
      'platform',
      'platform_status',
      'platform_type',
      'platform_type_severity',
      'tenant_status',
      'tenant_type',
      'tenant_type_severity',
    ],
  },
});
