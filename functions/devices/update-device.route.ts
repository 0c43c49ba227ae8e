import { deviceChangesSchema, deviceSchema } from '../../shared/devices/device.ts';
import { defineRoute } from '../../shared/http/route.ts';

export const updateDeviceRoute = defineRoute('devices/update-device', {
  method: 'PATCH',
  path: '/api/v1/devices/{device_id}',
  summary: 'Change or move a device',
  access: 'devices:update',
  isAudited: true,
  request: { body: deviceChangesSchema },
  response: { description: 'The changed device.', body: deviceSchema },
  errors: ['serial_taken'],
  table: { actions: ['DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'] },
  settings: ['GUARD_ALERT_RETENTION_DAYS'],
});
