import { deviceFilterFields, devicePageSchema } from '../../shared/devices/device.ts';
import { idField } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { listQuery } from '../../shared/lists/contract.ts';

export const listDevicesRoute = defineRoute({
  name: 'list-devices',
  folder: 'devices',
  method: 'GET',
  path: '/api/v1/devices',
  summary: 'List devices, newest first',
  access: 'devices:read',
  rateClass: 'api',
  request: { query: listQuery({ site_id: idField.optional(), ...deviceFilterFields }) },
  response: {
    status: 200,
    description: 'A page of the devices in reach.',
    body: devicePageSchema,
    etag: true,
  },
  errors: [],
  table: {
    actions: ['Query'],
    indexes: [
      'platform',
      'platform_status',
      'platform_type',
      'platform_type_severity',
      'tenant_status',
      'tenant_type',
      'tenant_type_severity',
      'site',
      'site_status',
      'site_type',
      'site_type_severity',
    ],
  },
});
