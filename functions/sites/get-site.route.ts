import * as z from 'zod';
import { idField } from '../../shared/fields.ts';
import { defineRoute, NO_TABLE_USE } from '../../shared/http/route.ts';
import { siteSchema } from '../../shared/sites/site.ts';

export const getSiteRoute = defineRoute({
  name: 'get-site',
  folder: 'sites',
  method: 'GET',
  path: '/api/v1/sites/{site_id}',
  summary: 'Read a site',
  access: 'sites:read',
  target: 'site',
  rateClass: 'api',
  request: { path: z.object({ site_id: idField }) },
  response: { status: 200, description: 'The site.', body: siteSchema, etag: true },
  errors: [],
  table: NO_TABLE_USE,
});
