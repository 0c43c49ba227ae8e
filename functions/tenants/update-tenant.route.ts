import * as z from 'zod';
import { idField } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { tenantChangesSchema, tenantSchema } from '../../shared/tenants/tenant.ts';

export const updateTenantRoute = defineRoute({
  name: 'update-tenant',
  folder: 'tenants',
  method: 'PATCH',
  path: '/api/v1/tenants/{tenant_id}',
  summary: 'Change a tenant',
  access: 'tenants:update',
  target: 'tenant',
  rateClass: 'api',
  request: { path: z.object({ tenant_id: idField }), body: tenantChangesSchema },
  response: { status: 200, description: 'The tenant as it is now.', body: tenantSchema, etag: true },
  errors: ['own_tenant_protected', 'last_platform_admin', 'changed_too_often'],
  table: { actions: ['ConditionCheckItem', 'UpdateItem'], indexes: [] },
});
