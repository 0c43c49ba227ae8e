import { defineRoute } from '../../shared/http/route.ts';
import { TENANT_LIMIT_SETTINGS } from '../../shared/http/tenant-limits.ts';
import { limitedTenantSchema } from '../../shared/tenants/tenant.ts';

export const getTenantRoute = defineRoute('tenants/get-tenant', {
  method: 'GET',
  path: '/api/v1/tenants/{tenant_id}',
  summary: 'Read a tenant',
  access: 'tenants:read',
  response: { description: 'The tenant.', body: limitedTenantSchema },
  settings: TENANT_LIMIT_SETTINGS,
});
