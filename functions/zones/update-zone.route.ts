import * as z from 'zod';
import { idField } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { zoneChangesSchema, zoneSchema } from '../../shared/zones/zone.ts';

export const updateZoneRoute = defineRoute({
  name: 'update-zone',
  folder: 'zones',
  method: 'PATCH',
  path: '/api/v1/zones/{zone_id}',
  summary: 'Change a zone',
  access: 'zones:update',
  target: 'zone',
  rateClass: 'api',
  request: { path: z.object({ zone_id: idField }), body: zoneChangesSchema },
  response: { status: 200, description: 'The zone as it is now.', body: zoneSchema, etag: true },
  errors: ['changed_too_often'],
  table: { actions: ['UpdateItem'], indexes: [] },
});
