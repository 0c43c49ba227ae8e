import { recordUser } from '../../shared/actor.ts';
import { checkOccurredAt } from '../../shared/alerts/alert-input.ts';
import { timeOf } from '../../shared/alerts/history.ts';
import { raiseAlert } from '../../shared/alerts/raise-alert.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { tenantToCreateIn } from '../../shared/http/tenant-to-create-in.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { raiseAlertRoute } from './raise-alert.route.ts';

export const createHandler = createEndpoint(
  raiseAlertRoute,
  async ({ body, query, reach, caller, now, url }, { table, randomBytes }) => {
    checkOccurredAt(body, now);
    const { status, alert } = await raiseAlert(table, body, {
      tenantId: tenantToCreateIn(reach, query.tenant_id),
      actor: recordUser(caller),
      now,
      ...timeOf(now, randomBytes),
    });
    return { status, body: alert, headers: { Location: `${url}/${alert.id}` } };
  },
);

export const handler = createHandler(lambdaRuntime);
