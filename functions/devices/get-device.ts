import { showDevice } from '../../shared/devices/device.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { getDeviceRoute } from './get-device.route.ts';

export const createHandler = createEndpoint(getDeviceRoute, ({ target }) => ({ body: showDevice(target) }));

export const handler = createHandler(lambdaRuntime);
