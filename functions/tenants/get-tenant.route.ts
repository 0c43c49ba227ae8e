import * as z from 'zod';
import { idField } from '../../shared/fields.ts';
import { defineRoute, NO_TABLE_USE } from '../../shared/http/route.ts';
import { tenantSchema } from '../../shared/tenants/tenant.ts';

export const getTenantRoute = defineRoute({
  name: 'get-tenant',
  folder: 'tenants',
  method: 'GET',
  path: '/api/v1/tenants/{tenant_id}',
  summary: 'Read a tenant',
  access: 'tenants:read',
  target: 'tenant',
  rateClass: 'api',
  request: { path: z.object({ tenant_id: idField }) },
  response: { status: 200, description: 'The tenant.', body: tenantSchema, etag: true },
  errors: [],
  table: NO_TABLE_USE,
});
