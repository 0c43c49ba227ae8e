import * as z from 'zod';
import { deviceChangesSchema, deviceSchema } from '../../shared/devices/device.ts';
import { idField } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';

export const updateDeviceRoute = defineRoute({
  name: 'update-device',
  folder: 'devices',
  method: 'PATCH',
  path: '/api/v1/devices/{device_id}',
  summary: 'Change or move a device',
  access: 'devices:update',
  target: 'device',
  rateClass: 'api',
  request: { path: z.object({ device_id: idField }), body: deviceChangesSchema },
  response: { status: 200, description: 'The device as it is now.', body: deviceSchema, etag: true },
  errors: ['serial_taken', 'changed_too_often'],
  table: { actions: ['DeleteItem', 'PutItem', 'UpdateItem'], indexes: [] },
});
