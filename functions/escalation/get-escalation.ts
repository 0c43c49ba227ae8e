import { createEndpoint } from '../../shared/http/endpoint.ts';
import { tenantToCreateIn } from '../../shared/http/tenant-to-create-in.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { getTenantEscalation } from '../../shared/tenants/tenant-escalation.ts';
import { getEscalationRoute } from './get-escalation.route.ts';

export const createHandler = createEndpoint(getEscalationRoute, async ({ scope, query }, { table }) => ({
  body: await getTenantEscalation(table, tenantToCreateIn(scope, query.tenant_id)),
}));

export const handler = createHandler(lambdaRuntime);
