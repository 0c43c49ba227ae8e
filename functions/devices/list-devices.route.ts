import * as z from 'zod/mini';
import { DEVICES, deviceFilterFields, devicePageSchema } from '../../shared/devices/device.ts';
import { idField } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { listQuery } from '../../shared/lists/contract.ts';
import { listUse } from '../../shared/table/table-use.ts';

export const listDevicesRoute = defineRoute('devices/list-devices', {
  method: 'GET',
  path: '/api/v1/devices',
  summary: 'List devices, newest first',
  access: 'devices:read',
  takesKeys: 'read',
  request: { query: listQuery({ site_id: z.optional(idField), ...deviceFilterFields }) },
  response: { description: 'A page of the devices within the scope.', body: devicePageSchema },
  table: listUse(DEVICES),
});
