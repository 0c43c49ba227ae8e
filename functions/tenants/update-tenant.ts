import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { withLimits } from '../../shared/http/tenant-limits.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { updateTenant } from '../../shared/tenants/update-tenant.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { updateTenantRoute } from './update-tenant.route.ts';

export const createHandler = createAuditedEndpoint(
  updateTenantRoute,
  async ({ target, body, caller, ifMatch, now }, { table, settings }) => {
    const tenant = await updateTenant(table, target, body, { caller, ifMatch, at: formatTimestamp(now) });
    return { body: withLimits(tenant, target.children, settings) };
  },
);

export const handler = createHandler(lambdaRuntime);
