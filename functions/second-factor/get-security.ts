import { createEndpoint } from '../../shared/http/endpoint.ts';
import { tenantToCreateIn } from '../../shared/http/tenant-to-create-in.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { getTenantSecurity } from '../../shared/tenants/tenant-security.ts';
import { getSecurityRoute } from './get-security.route.ts';

export const createHandler = createEndpoint(getSecurityRoute, async ({ scope, query }, { table }) => ({
  body: await getTenantSecurity(table, tenantToCreateIn(scope, query.tenant_id)),
}));

export const handler = createHandler(lambdaRuntime);
