import { deleteDevice } from '../../shared/devices/delete-device.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { deleteDeviceRoute } from './delete-device.route.ts';

export const createHandler = createEndpoint(deleteDeviceRoute, async ({ target, ifMatch }, { table }) => {
  await deleteDevice(table, target, ifMatch);
  return {};
});

export const handler = createHandler(lambdaRuntime);
