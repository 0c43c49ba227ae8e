import * as z from 'zod';
import { idField } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { siteChangesSchema, siteSchema } from '../../shared/sites/site.ts';

export const updateSiteRoute = defineRoute({
  name: 'update-site',
  folder: 'sites',
  method: 'PATCH',
  path: '/api/v1/sites/{site_id}',
  summary: 'Change a site',
  access: 'sites:update',
  target: 'site',
  rateClass: 'api',
  request: { path: z.object({ site_id: idField }), body: siteChangesSchema },
  response: { status: 200, description: 'The site as it is now.', body: siteSchema, etag: true },
  errors: ['changed_too_often'],
  table: { actions: ['UpdateItem'], indexes: [] },
});
