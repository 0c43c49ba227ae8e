import { defineRoute } from '../../shared/http/route.ts';

export const deleteDeviceRoute = defineRoute('devices/delete-device', {
  method: 'DELETE',
  path: '/api/v1/devices/{device_id}',
  summary: 'Delete a device',
  access: 'devices:delete',
  isAudited: true,
  response: { description: 'The device is deleted. Its alerts remain; its offline alert is resolved.' },
  table: { actions: ['DeleteItem', 'PutItem', 'UpdateItem'] },
});
