import { updateDevice } from '../../shared/devices/update-device.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { updateDeviceRoute } from './update-device.route.ts';

export const createHandler = createEndpoint(
  updateDeviceRoute,
  async ({ target, body, reach, ifMatch, now }, { table }) => ({
    body: await updateDevice(table, target, body, { reach, ifMatch, at: formatTimestamp(now) }),
  }),
);

export const handler = createHandler(lambdaRuntime);
