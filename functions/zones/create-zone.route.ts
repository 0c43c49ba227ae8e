import * as z from 'zod';
import { idField } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { zoneInputSchema, zoneSchema } from '../../shared/zones/zone.ts';

export const createZoneRoute = defineRoute({
  name: 'create-zone',
  folder: 'zones',
  method: 'POST',
  path: '/api/v1/sites/{site_id}/zones',
  summary: 'Create a zone at a site',
  access: 'zones:create',
  target: 'site',
  rateClass: 'api',
  request: { path: z.object({ site_id: idField }), body: zoneInputSchema },
  response: {
    status: 201,
    description: 'The new zone.',
    body: zoneSchema,
    etag: true,
    headers: { Location: 'The URL of the new zone.' },
  },
  errors: [],
  table: { actions: ['PutItem', 'UpdateItem'], indexes: [] },
});
