import { defineRoute } from '../../shared/http/route.ts';
import { pageQuery } from '../../shared/lists/contract.ts';
import { tenantPageSchema } from '../../shared/tenants/tenant.ts';

export const listTenantsRoute = defineRoute({
  name: 'list-tenants',
  folder: 'tenants',
  method: 'GET',
  path: '/api/v1/tenants',
  summary: 'List tenants, newest first',
  access: 'tenants:read',
  rateClass: 'api',
  request: { query: pageQuery },
  response: { status: 200, description: 'A page of all tenants.', body: tenantPageSchema, etag: true },
  errors: [],
  table: { actions: [], indexes: ['platform'] },
});
