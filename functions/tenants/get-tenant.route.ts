import { defineRoute } from '../../shared/http/route.ts';
import { tenantSchema } from '../../shared/tenants/tenant.ts';

export const getTenantRoute = defineRoute('tenants/get-tenant', {
  method: 'GET',
  path: '/api/v1/tenants/{tenant_id}',
  summary: 'Read a tenant',
  access: 'tenants:read',
  response: { description: 'The tenant.', body: tenantSchema },
});
