import * as z from 'zod';
import { idField } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';

export const deleteZoneRoute = defineRoute({
  name: 'delete-zone',
  folder: 'zones',
  method: 'DELETE',
  path: '/api/v1/zones/{zone_id}',
  summary: 'Delete a zone that no device is in',
  access: 'zones:delete',
  target: 'zone',
  rateClass: 'api',
  request: { path: z.object({ zone_id: idField }) },
  response: { status: 204, description: 'The zone is deleted; its alerts stay.' },
  errors: ['zone_not_empty', 'changed_too_often'],
  table: { actions: ['DeleteItem', 'UpdateItem'], indexes: [] },
});
