import { actionTime } from '../../shared/alerts/action-context.ts';
import { deleteDevice } from '../../shared/devices/delete-device.ts';
import { watchWrites } from '../../shared/heartbeats/watch-writes.ts';
import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { deleteDeviceRoute } from './delete-device.route.ts';

export const createHandler = createAuditedEndpoint(
  deleteDeviceRoute,
  async ({ target, ifMatch, now }, { table, randomBytes }) => {
    const writes = watchWrites(table, actionTime(now, randomBytes));
    await deleteDevice(table, target, { ifMatch, watchWrites: writes });
    return {};
  },
);

export const handler = createHandler(lambdaRuntime);
