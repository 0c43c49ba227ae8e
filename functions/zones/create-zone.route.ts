import { defineRoute } from '../../shared/http/route.ts';
import { zoneInputSchema, zoneSchema } from '../../shared/zones/zone.ts';

export const createZoneRoute = defineRoute('zones/create-zone', {
  method: 'POST',
  path: '/api/v1/sites/{site_id}/zones',
  summary: 'Create a zone at a site',
  access: 'zones:create',
  isAudited: true,
  takesIdempotencyKey: true,
  request: { body: zoneInputSchema },
  response: { status: 201, description: 'The new zone.', body: zoneSchema },
  table: { actions: ['PutItem', 'UpdateItem'] },
});
