import { recordUser } from '../../shared/actor.ts';
import { actionTime } from '../../shared/alerts/action-context.ts';
import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { endTest } from '../../shared/tests/change-tests.ts';
import { endTestRoute } from './end-test.route.ts';

export const createHandler = createAuditedEndpoint(
  endTestRoute,
  async ({ target, caller, ifMatch, now }, { table, randomBytes }) => {
    const ending = { ...actionTime(now, randomBytes), actor: recordUser(caller), now, ifMatch };
    await endTest(table, target, ending);
    return {};
  },
);

export const handler = createHandler(lambdaRuntime);
