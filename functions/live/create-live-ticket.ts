import { ApiError } from '../../shared/errors.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { tenantToCreateIn } from '../../shared/http/tenant-to-create-in.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { createTicket } from '../../shared/live/create-ticket.ts';
import { getItem } from '../../shared/table/get-item.ts';
import { tenantKey } from '../../shared/table/keys.ts';
import { createLiveTicketRoute } from './create-live-ticket.route.ts';

export const createHandler = createEndpoint(
  createLiveTicketRoute,
  async ({ caller, scope, query, now }, { table, settings, randomBytes }) => {
    const tenantId = tenantToCreateIn(scope, query.tenant_id);
    // The caller's own tenant exists.
    if (tenantId !== caller.tenantId && !(await getItem(table, tenantKey(tenantId)))) {
      throw new ApiError('not_found');
    }
    const { liveUrl } = settings;
    const body = await createTicket(table, { caller, tenantId, liveUrl, now, randomBytes });
    return { body, headers: { Location: liveUrl } };
  },
);

export const handler = createHandler(lambdaRuntime);
