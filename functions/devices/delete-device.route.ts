import * as z from 'zod';
import { idField } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';

export const deleteDeviceRoute = defineRoute({
  name: 'delete-device',
  folder: 'devices',
  method: 'DELETE',
  path: '/api/v1/devices/{device_id}',
  summary: 'Delete a device',
  access: 'devices:delete',
  target: 'device',
  rateClass: 'api',
  request: { path: z.object({ device_id: idField }) },
  response: { status: 204, description: 'The device is deleted; its alerts stay.' },
  errors: ['changed_too_often'],
  table: { actions: ['DeleteItem', 'UpdateItem'], indexes: [] },
});
