import * as z from 'zod/mini';
import { deviceImportSchema, deviceSchema } from '../../shared/devices/device.ts';
import { resultErrorSchema } from '../../shared/http/result-error.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { joinUses } from '../../shared/table/table-use.ts';
import { withMeta } from '../../shared/with-meta.ts';
import { createDeviceRoute } from './create-device.route.ts';

const resultSchema = withMeta(
  z.object({
    status: withMeta(z.int(), {
      description: '201: created. 200: the tenant has a device with this serial, which stays as it is.',
    }),
    device: withMeta(z.optional(deviceSchema), { description: 'The device with this serial.' }),
    error: z.optional(resultErrorSchema),
  }),
  { id: 'DeviceImportResult', description: 'The result for one device.' },
);

const answerSchema = withMeta(
  z.object({
    results: withMeta(z.array(resultSchema), {
      description: 'One result for each device, in the order of the devices.',
    }),
  }),
  {
    id: 'DeviceImportResults',
    examples: [
      {
        results: [
          {
            status: 422,
            error: {
              message: 'The serial field is required.',
              code: 'validation_failed',
              errors: { serial: ['The serial field is required.'] },
            },
          },
        ],
      },
    ],
  },
);

export const importDevicesRoute = defineRoute('devices/import-devices', {
  method: 'POST',
  path: '/api/v1/devices/import',
  summary: 'Create up to 25 devices; a repetition creates none twice',
  access: 'devices:create',
  isAudited: true,
  rateClass: 'import',
  request: { body: deviceImportSchema },
  response: { description: 'The result for each device.', body: answerSchema, etag: false },
  table: joinUses(createDeviceRoute.table, {
    actions: ['BatchGetItem', 'GetItem'],
    indexes: ['platform'],
  }),
});
