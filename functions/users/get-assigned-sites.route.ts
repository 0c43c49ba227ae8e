import * as z from 'zod';
import { idField } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { assignedSitesSchema } from '../../shared/users/user.ts';

export const getAssignedSitesRoute = defineRoute({
  name: 'get-assigned-sites',
  folder: 'users',
  method: 'GET',
  path: '/api/v1/users/{user_id}/sites',
  summary: 'Read which sites are assigned to a user',
  access: 'users:read',
  target: 'user',
  rateClass: 'api',
  request: { path: z.object({ user_id: idField }) },
  response: { status: 200, description: 'The assigned sites.', body: assignedSitesSchema, etag: true },
  errors: [],
  table: { actions: ['BatchGetItem', 'GetItem'], indexes: [] },
});
