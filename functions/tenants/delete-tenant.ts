import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { deleteTenant } from '../../shared/tenants/delete-tenant.ts';
import { deleteTenantRoute } from './delete-tenant.route.ts';

export const createHandler = createAuditedEndpoint(
  deleteTenantRoute,
  async ({ target, caller, ifMatch }, { table }) => {
    await deleteTenant(table, target, { caller, ifMatch });
    return {};
  },
);

export const handler = createHandler(lambdaRuntime);
