import * as z from 'zod';
import { deviceFilterFields, devicePageSchema } from '../../shared/devices/device.ts';
import { idField } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { listQuery } from '../../shared/lists/contract.ts';

export const listSiteDevicesRoute = defineRoute({
  name: 'list-site-devices',
  folder: 'devices',
  method: 'GET',
  path: '/api/v1/sites/{site_id}/devices',
  summary: 'List the devices of a site, newest first',
  access: 'devices:read',
  target: 'site',
  rateClass: 'api',
  request: { path: z.object({ site_id: idField }), query: listQuery(deviceFilterFields) },
  response: {
    status: 200,
    description: 'A page of the devices of the site.',
    body: devicePageSchema,
    etag: true,
  },
  errors: [],
  table: { actions: [], indexes: ['site', 'site_status', 'site_type', 'site_type_severity'] },
});
