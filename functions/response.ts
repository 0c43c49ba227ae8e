import { actionTime } from '../shared/alerts/action-context.ts';
import { alertSchema } from '../shared/alerts/alert.ts';
import { drillInputSchema, drillsSchema, readDrills, startDrill } from '../shared/alerts/drill.ts';
import type { Scope } from '../shared/base/access.ts';
import { recordUser } from '../shared/base/actor.ts';
import { ownTenantQuery } from '../shared/base/fields.ts';
import { wrongReferences } from '../shared/base/references.ts';
import { createAuditedEndpoint, createEndpoint } from '../shared/http/endpoint.ts';
import { defineRoute } from '../shared/http/route.ts';
import { tenantToCreateIn } from '../shared/http/tenant-to-create-in.ts';
import { previewResponse } from '../shared/notify/preview-response.ts';
import { previewContext } from '../shared/notify/preview-rule.ts';
import { responsePreviewInputSchema, responsePreviewSchema } from '../shared/notify/response-contract.ts';
import { BUDGET_SETTINGS, CHANNEL_SETTINGS } from '../shared/notify/sender-settings.ts';
import { narrowToSite } from '../shared/sites/find-sites.ts';
import type { Table } from '../shared/table/table.ts';

export const previewResponseRoute = defineRoute('response/preview-response', {
  method: 'POST',
  path: '/api/v1/response/preview',
  summary: 'Say who would be notified of an alert, step by step, without storing or sending anything',
  access: 'notification_rules:create',
  request: { body: responsePreviewInputSchema },
  response: {
    description: 'At each step of the escalation: who is notified, and why others are not.',
    body: responsePreviewSchema,
    etag: false,
  },
  table: { actions: ['BatchGetItem', 'GetItem', 'Query'], indexes: ['platform'] },
  settings: [...CHANNEL_SETTINGS, ...BUDGET_SETTINGS],
});

export const previewResponseHandler = createEndpoint(
  previewResponseRoute,
  async ({ body, scope, now }, runtime) => {
    const tenantId = await tenantOfSite(runtime.table, scope, body.site_id);
    return { body: await previewResponse(previewContext(runtime, now), { tenantId, input: body }) };
  },
);

async function tenantOfSite(table: Table, scope: Scope, siteId: string): Promise<string> {
  const extent = await narrowToSite(table, scope, siteId);
  if (!extent || extent.kind === 'platform') throw wrongReferences('site_id');
  return extent.tenantId;
}

export const listDrillsRoute = defineRoute('response/list-drills', {
  method: 'GET',
  path: '/api/v1/response/drills',
  summary: 'Read the last drills of the tenant',
  access: 'notification_rules:read',
  request: { query: ownTenantQuery },
  response: { description: 'The last drills, with their alerts as they are now.', body: drillsSchema },
  errors: ['not_found'],
  table: { actions: ['BatchGetItem', 'GetItem'] },
});

export const listDrillsHandler = createEndpoint(
  listDrillsRoute,
  async ({ scope, query, now }, { table }) => ({
    body: await readDrills(table, tenantToCreateIn(scope, query.tenant_id), now),
  }),
);

export const startDrillRoute = defineRoute('response/start-drill', {
  method: 'POST',
  path: '/api/v1/response/drills',
  summary: 'Start a drill: a marked alert that notifies people like any other, and counts nowhere',
  access: 'alerts:create',
  isAudited: true,
  takesIdempotencyKey: true,
  request: { body: drillInputSchema },
  response: {
    status: 201,
    description: 'The alert of the drill. It ends when somebody resolves it, or by itself after 15 minutes.',
    body: alertSchema,
    location: '/api/v1/alerts/{id}',
  },
  errors: ['drill_limit_reached', 'changed_too_often'],
  table: {
    actions: ['BatchGetItem', 'ConditionCheckItem', 'PutItem', 'UpdateItem'],
    indexes: ['platform'],
  },
});

export const startDrillHandler = createAuditedEndpoint(
  startDrillRoute,
  async ({ body, scope, caller, now, remember }, { table, randomBytes }) => {
    const starting = {
      tenantId: await tenantOfSite(table, scope, body.site_id),
      actor: recordUser(caller),
      now,
      ...actionTime(now, randomBytes),
    };
    return { body: await startDrill(table, body, starting, (it) => remember({ body: it })) };
  },
);
