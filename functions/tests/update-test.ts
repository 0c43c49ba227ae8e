import { recordUser } from '../../shared/actor.ts';
import { actionTime } from '../../shared/alerts/action-context.ts';
import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { moveTestEnd } from '../../shared/tests/change-tests.ts';
import { updateTestRoute } from './update-test.route.ts';

export const createHandler = createAuditedEndpoint(
  updateTestRoute,
  async ({ target, body, caller, ifMatch, now }, { table, randomBytes }) => {
    const changing = { ...actionTime(now, randomBytes), actor: recordUser(caller), role: caller.role, now };
    return { body: await moveTestEnd(table, target, body.ends_at, { ...changing, ifMatch }) };
  },
);

export const handler = createHandler(lambdaRuntime);
