import * as z from 'zod';
import { idField } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';

export const deleteTenantRoute = defineRoute({
  name: 'delete-tenant',
  folder: 'tenants',
  method: 'DELETE',
  path: '/api/v1/tenants/{tenant_id}',
  summary: 'Delete a tenant that has no users, sites and alerts',
  access: 'tenants:delete',
  target: 'tenant',
  rateClass: 'api',
  request: { path: z.object({ tenant_id: idField }) },
  response: { status: 204, description: 'The tenant is deleted.' },
  errors: ['own_tenant_protected', 'tenant_not_empty', 'changed_too_often'],
  table: { actions: ['DeleteItem', 'Query'], indexes: [] },
});
