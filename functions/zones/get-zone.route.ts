import * as z from 'zod';
import { idField } from '../../shared/fields.ts';
import { defineRoute, NO_TABLE_USE } from '../../shared/http/route.ts';
import { zoneSchema } from '../../shared/zones/zone.ts';

export const getZoneRoute = defineRoute({
  name: 'get-zone',
  folder: 'zones',
  method: 'GET',
  path: '/api/v1/zones/{zone_id}',
  summary: 'Read a zone',
  access: 'zones:read',
  target: 'zone',
  rateClass: 'api',
  request: { path: z.object({ zone_id: idField }) },
  response: { status: 200, description: 'The zone.', body: zoneSchema, etag: true },
  errors: [],
  table: NO_TABLE_USE,
});
