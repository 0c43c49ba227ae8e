import { recordUser } from '../../shared/actor.ts';
import { actionTime } from '../../shared/alerts/action-context.ts';
import { reopenAlert } from '../../shared/alerts/reopen-alert.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { reopenAlertRoute } from './reopen-alert.route.ts';

export const createHandler = createEndpoint(
  reopenAlertRoute,
  async ({ target, body, caller, now }, { table, randomBytes }) => {
    const reopening = { actor: recordUser(caller), ...actionTime(now, randomBytes), ...body, now };
    return { body: await reopenAlert(table, target, reopening) };
  },
);

export const handler = createHandler(lambdaRuntime);
