import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { tenantToCreateIn } from '../../shared/http/tenant-to-create-in.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { setTenantEscalation } from '../../shared/tenants/tenant-escalation.ts';
import { setEscalationRoute } from './set-escalation.route.ts';

export const createHandler = createAuditedEndpoint(
  setEscalationRoute,
  async ({ scope, query, body, ifMatch }, { table }) => {
    const tenantId = tenantToCreateIn(scope, query.tenant_id);
    return { body: await setTenantEscalation(table, tenantId, body, ifMatch) };
  },
);

export const handler = createHandler(lambdaRuntime);
