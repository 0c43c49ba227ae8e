import { isPermitted } from '../shared/base/access.ts';
import { ApiError } from '../shared/base/errors.ts';
import { newId } from '../shared/base/ids.ts';
import { formatTimestamp } from '../shared/base/time.ts';
import { createAuditedEndpoint, createEndpoint } from '../shared/http/endpoint.ts';
import { listOf } from '../shared/http/plain-endpoints.ts';
import { TENANT_LIMIT_SETTINGS, withLimits } from '../shared/http/rate-limit.ts';
import { defineRoute } from '../shared/http/route.ts';
import { pageQuery } from '../shared/table/list-contract.ts';
import { listUse } from '../shared/table/table-use.ts';
import { createTenant, updateTenant } from '../shared/tenants/change-tenants.ts';
import { deleteTenant } from '../shared/tenants/delete-tenant.ts';
import { TENANTS, tenantSchema } from '../shared/tenants/tenant.ts';
import {
  limitedTenantSchema,
  tenantChangesSchema,
  tenantInputSchema,
  tenantPageSchema,
} from '../shared/tenants/tenant-contract.ts';

export const listTenantsRoute = defineRoute('tenants/list-tenants', {
  method: 'GET',
  path: '/api/v1/tenants',
  summary: 'List tenants, newest first',
  access: 'tenants:read',
  request: { query: pageQuery },
  response: { description: 'A page of all tenants.', body: tenantPageSchema },
  table: listUse(TENANTS, { divisions: ['all'] }),
});

export const listTenantsHandler = createEndpoint(listTenantsRoute, listOf(TENANTS));

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

export const createTenantHandler = createAuditedEndpoint(
  createTenantRoute,
  async ({ body, now }, { table, randomBytes }) => {
    const tenant = await createTenant(table, body, {
      id: newId(now, randomBytes),
      masterId: newId(now, randomBytes),
      at: formatTimestamp(now),
    });
    return { body: tenant };
  },
);

export const getTenantRoute = defineRoute('tenants/get-tenant', {
  method: 'GET',
  path: '/api/v1/tenants/{tenant_id}',
  target: TENANTS,
  summary: 'Read a tenant',
  access: 'tenants:read',
  response: { description: 'The tenant.', body: limitedTenantSchema },
  settings: TENANT_LIMIT_SETTINGS,
});

export const getTenantHandler = createEndpoint(getTenantRoute, ({ target }, { settings }) => ({
  body: withLimits(target.entity, target.children, settings),
}));

export const updateTenantRoute = defineRoute('tenants/update-tenant', {
  method: 'PATCH',
  path: '/api/v1/tenants/{tenant_id}',
  target: TENANTS,
  summary: 'Change a tenant',
  // Those without `tenants:update` change only what is of masters.
  access: 'tenants:update_time_zone',
  isAudited: true,
  request: { body: tenantChangesSchema },
  response: { description: 'The changed tenant.', body: limitedTenantSchema },
  settings: TENANT_LIMIT_SETTINGS,
  errors: ['own_tenant_protected', 'last_platform_admin'],
  table: { actions: ['ConditionCheckItem', 'UpdateItem'] },
});

const OF_MASTERS: readonly string[] = ['time_zone', 'reminders'];

export const updateTenantHandler = createAuditedEndpoint(
  updateTenantRoute,
  async ({ target, body, caller, ifMatch, now }, { table, settings }) => {
    const isOwn = Object.keys(body).every((field) => OF_MASTERS.includes(field));
    if (!isOwn && !isPermitted(caller.role, 'tenants:update')) throw new ApiError('forbidden');
    const tenant = await updateTenant(table, target, body, { caller, ifMatch, at: formatTimestamp(now) });
    return { body: withLimits(tenant, target.children, settings) };
  },
);

export const deleteTenantRoute = defineRoute('tenants/delete-tenant', {
  method: 'DELETE',
  path: '/api/v1/tenants/{tenant_id}',
  target: TENANTS,
  summary: 'Delete a tenant without users, sites, keys, webhooks and alerts',
  access: 'tenants:delete',
  isAudited: true,
  response: { description: 'The tenant is deleted.' },
  errors: ['own_tenant_protected', 'tenant_not_empty'],
  table: { actions: ['DeleteItem', 'Query'] },
});

export const deleteTenantHandler = createAuditedEndpoint(
  deleteTenantRoute,
  ({ target, caller, ifMatch }, { table }) => deleteTenant(table, target, { caller, ifMatch }),
);
