import { defineRoute } from '../../shared/http/route.ts';
import { TENANT_LIMIT_SETTINGS } from '../../shared/http/tenant-limits.ts';
import { limitedTenantSchema, tenantChangesSchema } from '../../shared/tenants/tenant.ts';

export const updateTenantRoute = defineRoute('tenants/update-tenant', {
  method: 'PATCH',
  path: '/api/v1/tenants/{tenant_id}',
  summary: 'Change a tenant',
  access: 'tenants:update',
  isAudited: true,
  request: { body: tenantChangesSchema },
  response: { description: 'The changed tenant.', body: limitedTenantSchema },
  settings: TENANT_LIMIT_SETTINGS,
  errors: ['own_tenant_protected', 'last_platform_admin'],
  table: { actions: ['ConditionCheckItem', 'UpdateItem'] },
});
