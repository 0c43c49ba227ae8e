import { defineRoute } from '../../shared/http/route.ts';
import { tenantInputSchema, tenantSchema } from '../../shared/tenants/tenant.ts';

export const createTenantRoute = defineRoute({
  name: 'create-tenant',
  folder: 'tenants',
  method: 'POST',
  path: '/api/v1/tenants',
  summary: 'Create a tenant, with its first master or without',
  access: 'tenants:create',
  rateClass: 'api',
  request: { body: tenantInputSchema },
  response: {
    status: 201,
    description: 'The new tenant.',
    body: tenantSchema,
    etag: true,
    headers: { Location: 'The URL of the new tenant.' },
  },
  errors: ['email_taken'],
  table: { actions: ['PutItem'], indexes: [] },
  hashesPasswords: true,
});
