import { deviceInputSchema, deviceSchema } from '../../shared/devices/device.ts';
import { defineRoute } from '../../shared/http/route.ts';

export const createDeviceRoute = defineRoute('devices/create-device', {
  method: 'POST',
  path: '/api/v1/sites/{site_id}/devices',
  summary: 'Create a device at a site',
  access: 'devices:create',
  isAudited: true,
  takesIdempotencyKey: true,
  request: { body: deviceInputSchema },
  response: { status: 201, description: 'The new device.', body: deviceSchema },
  errors: ['serial_taken'],
  table: { actions: ['PutItem', 'UpdateItem'] },
});
