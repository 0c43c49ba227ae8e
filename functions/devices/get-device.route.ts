import { deviceSchema } from '../../shared/devices/device.ts';
import { defineRoute } from '../../shared/http/route.ts';

export const getDeviceRoute = defineRoute('devices/get-device', {
  method: 'GET',
  path: '/api/v1/devices/{device_id}',
  summary: 'Read a device',
  access: 'devices:read',
  takesKeys: 'read',
  response: { description: 'The device.', body: deviceSchema },
});
