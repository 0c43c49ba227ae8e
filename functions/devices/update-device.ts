import { recordCaller } from '../../shared/actor.ts';
import { timeOf } from '../../shared/alerts/history.ts';
import { updateDevice } from '../../shared/devices/update-device.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { followDevice } from '../../shared/watch/follow-device.ts';
import { updateDeviceRoute } from './update-device.route.ts';

export const createHandler = createEndpoint(
  updateDeviceRoute,
  async ({ target, body, scope, caller, ifMatch, now }, { table, randomBytes, settings }) => {
    const doing = timeOf(now, randomBytes);
    const { alertRetentionDays: retentionDays } = settings;
    const recording = { ...doing, actor: recordCaller(caller), retentionDays };
    const follow = followDevice(table, doing);
    const context = { scope, ifMatch, at: doing.at, follow, recording };
    return { body: await updateDevice(table, target, body, context) };
  },
);

export const handler = createHandler(lambdaRuntime);
