import { raiseAlert } from '../../shared/alerts/raise-alert.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { tenantToCreateIn } from '../../shared/http/tenant-to-create-in.ts';
import { newId } from '../../shared/ids.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { raiseAlertRoute } from './raise-alert.route.ts';

export const createHandler = createEndpoint(
  raiseAlertRoute,
  async ({ body, query, reach, now, url }, { table, randomBytes }) => {
    const alert = await raiseAlert(table, body, {
      id: newId(now, randomBytes),
      tenantId: tenantToCreateIn(reach, query.tenant_id),
      at: formatTimestamp(now),
    });
    return { body: alert, headers: { Location: `${url}/${alert.id}` } };
  },
);

export const handler = createHandler(lambdaRuntime);
