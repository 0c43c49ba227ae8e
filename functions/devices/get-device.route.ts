import * as z from 'zod';
import { deviceSchema } from '../../shared/devices/device.ts';
import { idField } from '../../shared/fields.ts';
import { defineRoute, NO_TABLE_USE } from '../../shared/http/route.ts';

export const getDeviceRoute = defineRoute({
  name: 'get-device',
  folder: 'devices',
  method: 'GET',
  path: '/api/v1/devices/{device_id}',
  summary: 'Read a device',
  access: 'devices:read',
  target: 'device',
  rateClass: 'api',
  request: { path: z.object({ device_id: idField }) },
  response: { status: 200, description: 'The device.', body: deviceSchema, etag: true },
  errors: [],
  table: NO_TABLE_USE,
});
