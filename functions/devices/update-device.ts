import { recordCaller } from '../../shared/actor.ts';
import { actionTime } from '../../shared/alerts/action-context.ts';
import { updateDevice } from '../../shared/devices/update-device.ts';
import { watchWrites } from '../../shared/heartbeats/watch-writes.ts';
import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { updateDeviceRoute } from './update-device.route.ts';

export const createHandler = createAuditedEndpoint(
  updateDeviceRoute,
  async ({ target, body, scope, caller, ifMatch, now }, { table, randomBytes, settings }) => {
    const time = actionTime(now, randomBytes);
    const { alertRetentionDays: retentionDays } = settings;
    const recording = { ...time, actor: recordCaller(caller), retentionDays };
    const writes = watchWrites(table, time);
    const context = { scope, ifMatch, at: time.at, watchWrites: writes, recording };
    return { body: await updateDevice(table, target, body, context) };
  },
);

export const handler = createHandler(lambdaRuntime);
