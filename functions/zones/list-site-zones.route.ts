import { defineRoute } from '../../shared/http/route.ts';
import { listQuery } from '../../shared/lists/contract.ts';
import { listUse } from '../../shared/table/table-use.ts';
import { ZONES, zonePageSchema } from '../../shared/zones/zone.ts';

export const listSiteZonesRoute = defineRoute('zones/list-site-zones', {
  method: 'GET',
  path: '/api/v1/sites/{site_id}/zones',
  summary: 'List the zones of a site, newest first',
  access: 'zones:read',
  takesKeys: 'read',
  request: { query: listQuery({}) },
  response: { description: 'A page of the zones of the site.', body: zonePageSchema },
  table: listUse(ZONES, { scopes: ['site'] }),
});
