import { createDevice } from '../../shared/devices/create-device.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { newId } from '../../shared/ids.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { createDeviceRoute } from './create-device.route.ts';

export const createHandler = createEndpoint(
  createDeviceRoute,
  async ({ target, body, now, baseUrl }, { table, randomBytes }) => {
    const device = await createDevice(table, target.entity, body, {
      id: newId(now, randomBytes),
      at: formatTimestamp(now),
    });
    return { body: device, headers: { Location: `${baseUrl}/api/v1/devices/${device.id}` } };
  },
);

export const handler = createHandler(lambdaRuntime);
