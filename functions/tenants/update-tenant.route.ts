import { defineRoute } from '../../shared/http/route.ts';
import { tenantChangesSchema, tenantSchema } from '../../shared/tenants/tenant.ts';

export const updateTenantRoute = defineRoute('tenants/update-tenant', {
  method: 'PATCH',
  path: '/api/v1/tenants/{tenant_id}',
  summary: 'Change a tenant',
  access: 'tenants:update',
  isAudited: true,
  request: { body: tenantChangesSchema },
  response: { description: 'The changed tenant.', body: tenantSchema },
  errors: ['own_tenant_protected', 'last_platform_admin'],
  table: { actions: ['ConditionCheckItem', 'UpdateItem'] },
});
