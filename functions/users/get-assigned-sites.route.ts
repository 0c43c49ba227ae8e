import { defineRoute } from '../../shared/http/route.ts';
import { assignedSitesSchema } from '../../shared/users/user.ts';

export const getAssignedSitesRoute = defineRoute('users/get-assigned-sites', {
  method: 'GET',
  path: '/api/v1/users/{user_id}/sites',
  summary: 'Read the sites assigned to a user',
  access: 'users:read',
  response: { description: 'The assigned sites.', body: assignedSitesSchema },
  table: { actions: ['BatchGetItem', 'GetItem'] },
});
