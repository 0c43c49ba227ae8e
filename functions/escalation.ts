import { ownTenantQuery } from '../shared/base/fields.ts';
import { escalationInputSchema, escalationSchema } from '../shared/base/severities.ts';
import { createAuditedEndpoint, createEndpoint } from '../shared/http/endpoint.ts';
import { defineRoute } from '../shared/http/route.ts';
import { tenantToCreateIn } from '../shared/http/tenant-to-create-in.ts';
import { getTenantEscalation, setTenantEscalation } from '../shared/tenants/tenant-escalation.ts';

export const getEscalationRoute = defineRoute('escalation/get-escalation', {
  method: 'GET',
  path: '/api/v1/escalation',
  summary: 'Read when alerts of the tenant escalate',
  access: 'escalation:read',
  request: { query: ownTenantQuery },
  response: {
    description: 'The escalation of the tenant: the steps of each severity that escalates.',
    body: escalationSchema,
    etag: true,
  },
  errors: ['not_found'],
  table: { actions: ['GetItem'] },
});

export const getEscalationHandler = createEndpoint(
  getEscalationRoute,
  async ({ scope, query }, { table }) => ({
    body: await getTenantEscalation(table, tenantToCreateIn(scope, query.tenant_id)),
  }),
);

export const setEscalationRoute = defineRoute('escalation/set-escalation', {
  method: 'PUT',
  path: '/api/v1/escalation',
  summary: 'Set when alerts of the tenant escalate',
  access: 'escalation:update',
  isAudited: true,
  request: { query: ownTenantQuery, body: escalationInputSchema },
  response: {
    description: 'The new escalation of the tenant. Open alerts keep their steps.',
    body: escalationSchema,
    etag: true,
  },
  errors: ['not_found'],
  table: { actions: ['GetItem', 'UpdateItem'] },
});

export const setEscalationHandler = createAuditedEndpoint(
  setEscalationRoute,
  async ({ scope, query, body, ifMatch }, { table }) => {
    const tenantId = tenantToCreateIn(scope, query.tenant_id);
    return { body: await setTenantEscalation(table, tenantId, body, ifMatch) };
  },
);
