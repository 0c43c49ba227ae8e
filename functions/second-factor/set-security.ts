import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { tenantToCreateIn } from '../../shared/http/tenant-to-create-in.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { setTenantSecurity } from '../../shared/tenants/tenant-security.ts';
import { setSecurityRoute } from './set-security.route.ts';

export const createHandler = createAuditedEndpoint(
  setSecurityRoute,
  async ({ scope, query, body, ifMatch }, { table }) => {
    const tenantId = tenantToCreateIn(scope, query.tenant_id);
    return { body: await setTenantSecurity(table, tenantId, body, ifMatch) };
  },
);

export const handler = createHandler(lambdaRuntime);
