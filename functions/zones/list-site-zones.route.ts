import * as z from 'zod';
import { idField } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { listQuery } from '../../shared/lists/contract.ts';
import { zonePageSchema } from '../../shared/zones/zone.ts';

export const listSiteZonesRoute = defineRoute({
  name: 'list-site-zones',
  folder: 'zones',
  method: 'GET',
  path: '/api/v1/sites/{site_id}/zones',
  summary: 'List the zones of a site, newest first',
  access: 'zones:read',
  target: 'site',
  rateClass: 'api',
  request: { path: z.object({ site_id: idField }), query: listQuery({}) },
  response: {
    status: 200,
    description: 'A page of the zones of the site.',
    body: zonePageSchema,
    etag: true,
  },
  errors: [],
  table: { actions: [], indexes: ['site'] },
});
