import { defineRoute } from '../../shared/http/route.ts';
import { zoneSchema } from '../../shared/zones/zone.ts';

export const getZoneRoute = defineRoute('zones/get-zone', {
  method: 'GET',
  path: '/api/v1/zones/{zone_id}',
  summary: 'Read a zone',
  access: 'zones:read',
  takesKeys: 'read',
  response: { description: 'The zone.', body: zoneSchema },
});
