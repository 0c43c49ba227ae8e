import { timeOf } from '../../shared/alerts/history.ts';
import { updateDevice } from '../../shared/devices/update-device.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { followDevice } from '../../shared/watch/follow-device.ts';
import { updateDeviceRoute } from './update-device.route.ts';

export const createHandler = createEndpoint(
  updateDeviceRoute,
  async ({ target, body, reach, ifMatch, now }, { table, randomBytes }) => {
    const doing = timeOf(now, randomBytes);
    const follow = followDevice(table, doing);
    return { body: await updateDevice(table, target, body, { reach, ifMatch, at: doing.at, follow }) };
  },
);

export const handler = createHandler(lambdaRuntime);
