import { timeOf } from '../../shared/alerts/history.ts';
import { deleteDevice } from '../../shared/devices/delete-device.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { followDevice } from '../../shared/watch/follow-device.ts';
import { deleteDeviceRoute } from './delete-device.route.ts';

export const createHandler = createEndpoint(
  deleteDeviceRoute,
  async ({ target, ifMatch, now }, { table, randomBytes }) => {
    const follow = followDevice(table, timeOf(now, randomBytes));
    await deleteDevice(table, target, { ifMatch, follow });
    return {};
  },
);

export const handler = createHandler(lambdaRuntime);
