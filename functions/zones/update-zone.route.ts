import { defineRoute } from '../../shared/http/route.ts';
import { zoneChangesSchema, zoneSchema } from '../../shared/zones/zone.ts';

export const updateZoneRoute = defineRoute('zones/update-zone', {
  method: 'PATCH',
  path: '/api/v1/zones/{zone_id}',
  summary: 'Change a zone',
  access: 'zones:update',
  request: { body: zoneChangesSchema },
  response: { description: 'The zone as it is now.', body: zoneSchema },
  table: { actions: ['UpdateItem'] },
});
