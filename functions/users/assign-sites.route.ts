import { defineRoute } from '../../shared/http/route.ts';
import { assignedSitesSchema } from '../../shared/users/user.ts';

export const assignSitesRoute = defineRoute('users/assign-sites', {
  method: 'PUT',
  path: '/api/v1/users/{user_id}/sites',
  summary: 'Replace the sites assigned to an operator or viewer',
  access: 'users:update',
  isAudited: true,
  request: { body: assignedSitesSchema },
  response: { description: 'The assigned sites.', body: assignedSitesSchema },
  table: { actions: ['BatchGetItem', 'ConditionCheckItem', 'GetItem', 'UpdateItem'] },
});
