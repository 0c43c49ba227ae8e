import { recordUser } from '../../shared/actor.ts';
import { actionTime } from '../../shared/alerts/action-context.ts';
import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { moveTestEnd } from '../../shared/tests/change-tests.ts';
import { checkStillSilences, devicesOnTest, shownTest } from '../../shared/tests/check-scope.ts';
import { updateTestRoute } from './update-test.route.ts';

export const createHandler = createAuditedEndpoint(
  updateTestRoute,
  async ({ target, body, caller, ifMatch, now }, { table, randomBytes }) => {
    const changing = { ...actionTime(now, randomBytes), actor: recordUser(caller), role: caller.role, now };
    const { entity } = target;
    const devices = await devicesOnTest(table, entity);
    const isExtended = body.ends_at > entity.ends_at && entity.ended_at === null;
    if (isExtended) await checkStillSilences(table, entity, devices);
    const moved = await moveTestEnd(table, target, body.ends_at, { ...changing, ifMatch });
    return { body: shownTest(moved, devices) };
  },
);

export const handler = createHandler(lambdaRuntime);
