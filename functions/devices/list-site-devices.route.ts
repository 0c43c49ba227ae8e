import { DEVICES, deviceFilterFields, devicePageSchema } from '../../shared/devices/device.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { listQuery } from '../../shared/lists/contract.ts';
import { listUse } from '../../shared/table/table-use.ts';

export const listSiteDevicesRoute = defineRoute('devices/list-site-devices', {
  method: 'GET',
  path: '/api/v1/sites/{site_id}/devices',
  summary: 'List the devices of a site, newest first',
  access: 'devices:read',
  takesKeys: 'read',
  request: { query: listQuery(deviceFilterFields) },
  response: { description: 'A page of the devices of the site.', body: devicePageSchema },
  table: listUse(DEVICES, { scopes: ['site'] }),
});
