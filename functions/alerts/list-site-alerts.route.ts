import * as z from 'zod';
import { alertPageSchema } from '../../shared/alerts/alert.ts';
import { alertFilterFields } from '../../shared/alerts/filters.ts';
import { idField } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { listQuery } from '../../shared/lists/contract.ts';

export const listSiteAlertsRoute = defineRoute({
  name: 'list-site-alerts',
  folder: 'alerts',
  method: 'GET',
  path: '/api/v1/sites/{site_id}/alerts',
  summary: 'List the alerts of a site, newest first',
  access: 'alerts:read',
  target: 'site',
  rateClass: 'api',
  request: { path: z.object({ site_id: idField }), query: listQuery(alertFilterFields) },
  response: {
    status: 200,
    description: 'A page of the alerts of the site.',
    body: alertPageSchema,
    etag: true,
  },
  errors: [],
  table: {
    actions: [],
    indexes: ['site', 'site_status', 'site_type', 'site_severity', 'site_type_severity'],
  },
});
