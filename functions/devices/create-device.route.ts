import * as z from 'zod';
import { deviceInputSchema, deviceSchema } from '../../shared/devices/device.ts';
import { idField } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';

export const createDeviceRoute = defineRoute({
  name: 'create-device',
  folder: 'devices',
  method: 'POST',
  path: '/api/v1/sites/{site_id}/devices',
  summary: 'Create a device at a site',
  access: 'devices:create',
  target: 'site',
  rateClass: 'api',
  request: { path: z.object({ site_id: idField }), body: deviceInputSchema },
  response: {
    status: 201,
    description: 'The new device.',
    body: deviceSchema,
    etag: true,
    headers: { Location: 'The URL of the new device.' },
  },
  errors: ['serial_taken'],
  table: { actions: ['PutItem', 'UpdateItem'], indexes: [] },
});
