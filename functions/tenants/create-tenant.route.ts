import { defineRoute } from '../../shared/http/route.ts';
import { tenantInputSchema, tenantSchema } from '../../shared/tenants/tenant.ts';

export const createTenantRoute = defineRoute('tenants/create-tenant', {
  method: 'POST',
  path: '/api/v1/tenants',
  summary: 'Create a tenant, optionally with its first master',
  access: 'tenants:create',
  isAudited: true,
  request: { body: tenantInputSchema },
  response: { status: 201, description: 'The new tenant.', body: tenantSchema },
  errors: ['email_taken'],
  table: { actions: ['PutItem'] },
  hashesPasswords: true,
});
