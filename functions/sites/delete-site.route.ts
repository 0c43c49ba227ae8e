import * as z from 'zod';
import { idField } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';

export const deleteSiteRoute = defineRoute({
  name: 'delete-site',
  folder: 'sites',
  method: 'DELETE',
  path: '/api/v1/sites/{site_id}',
  summary: 'Delete a site that has no zones and devices',
  access: 'sites:delete',
  target: 'site',
  rateClass: 'api',
  request: { path: z.object({ site_id: idField }) },
  response: { status: 204, description: 'The site is deleted; its alerts stay.' },
  errors: ['site_not_empty', 'changed_too_often'],
  table: { actions: ['DeleteItem', 'UpdateItem'], indexes: [] },
});
