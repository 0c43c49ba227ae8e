import * as z from 'zod';
import { idField } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { assignedSitesSchema } from '../../shared/users/user.ts';

export const assignSitesRoute = defineRoute({
  name: 'assign-sites',
  folder: 'users',
  method: 'PUT',
  path: '/api/v1/users/{user_id}/sites',
  summary: 'Replace the sites assigned to an operator or viewer',
  access: 'users:update',
  target: 'user',
  rateClass: 'api',
  request: { path: z.object({ user_id: idField }), body: assignedSitesSchema },
  response: {
    status: 200,
    description: 'The sites as they are assigned now.',
    body: assignedSitesSchema,
    etag: true,
  },
  errors: ['changed_too_often'],
  table: { actions: ['BatchGetItem', 'ConditionCheckItem', 'GetItem', 'UpdateItem'], indexes: [] },
});
