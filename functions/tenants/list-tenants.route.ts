import { defineRoute } from '../../shared/http/route.ts';
import { pageQuery } from '../../shared/lists/contract.ts';
import { listUse } from '../../shared/table/table-use.ts';
import { TENANTS, tenantPageSchema } from '../../shared/tenants/tenant.ts';

export const listTenantsRoute = defineRoute('tenants/list-tenants', {
  method: 'GET',
  path: '/api/v1/tenants',
  summary: 'List tenants, newest first',
  access: 'tenants:read',
  request: { query: pageQuery },
  response: { description: 'A page of all tenants.', body: tenantPageSchema },
  table: listUse(TENANTS, { divisions: ['all'] }),
});
