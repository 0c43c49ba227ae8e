import { recordUser } from '../../shared/actor.ts';
import { actionTime } from '../../shared/alerts/action-context.ts';
import { checkOccurredAt } from '../../shared/alerts/alert-input.ts';
import { raiseAlert } from '../../shared/alerts/raise-alert.ts';
import type { RaiseResult } from '../../shared/alerts/raise-context.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { tenantToCreateIn } from '../../shared/http/tenant-to-create-in.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { raiseAlertRoute } from './raise-alert.route.ts';

export const createHandler = createEndpoint(
  raiseAlertRoute,
  async ({ body, query, scope, caller, now, url, remember }, { table, randomBytes }) => {
    checkOccurredAt(body, now);
    const answer = ({ status, alert }: RaiseResult) => ({
      status,
      body: alert,
      headers: { Location: `${url}/${alert.id}` },
    });
    const raised = await raiseAlert(table, body, {
      tenantId: tenantToCreateIn(scope, query.tenant_id),
      actor: recordUser(caller),
      now,
      ...actionTime(now, randomBytes),
      alongside: remember && ((it) => remember(answer(it))),
    });
    return answer(raised);
  },
);

export const handler = createHandler(lambdaRuntime);
