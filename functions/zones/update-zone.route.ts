import { defineRoute } from '../../shared/http/route.ts';
import { zoneChangesSchema, zoneSchema } from '../../shared/zones/zone.ts';

export const updateZoneRoute = defineRoute('zones/update-zone', {
  method: 'PATCH',
  path: '/api/v1/zones/{zone_id}',
  summary: 'Change a zone',
  access: 'zones:update',
  isAudited: true,
  request: { body: zoneChangesSchema },
  response: { description: 'The changed zone.', body: zoneSchema },
  table: { actions: ['UpdateItem'] },
});
