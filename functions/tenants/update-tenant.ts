import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { updateTenant } from '../../shared/tenants/update-tenant.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { updateTenantRoute } from './update-tenant.route.ts';

export const createHandler = createAuditedEndpoint(
  updateTenantRoute,
  async ({ target, body, caller, ifMatch, now }, { table }) => ({
    body: await updateTenant(table, target, body, { caller, ifMatch, at: formatTimestamp(now) }),
  }),
);

export const handler = createHandler(lambdaRuntime);
