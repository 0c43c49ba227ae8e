import { defineRoute } from '../../shared/http/route.ts';

export const deleteTenantRoute = defineRoute('tenants/delete-tenant', {
  method: 'DELETE',
  path: '/api/v1/tenants/{tenant_id}',
  summary: 'Delete a tenant without users, sites, keys, webhooks and alerts',
  access: 'tenants:delete',
  isAudited: true,
  response: { description: 'The tenant is deleted.' },
  errors: ['own_tenant_protected', 'tenant_not_empty'],
  table: { actions: ['DeleteItem', 'Query'] },
});
