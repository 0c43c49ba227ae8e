import { createEndpoint } from '../shared/http/endpoint.ts';
import { defineRoute } from '../shared/http/route.ts';
import { noSite, previewResponse } from '../shared/notify/preview-response.ts';
import { previewContext } from '../shared/notify/preview-rule.ts';
import { responsePreviewInputSchema, responsePreviewSchema } from '../shared/notify/response-contract.ts';
import { BUDGET_SETTINGS, CHANNEL_SETTINGS } from '../shared/notify/sender-settings.ts';
import { narrowToSite } from '../shared/sites/find-sites.ts';

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
    const extent = await narrowToSite(runtime.table, scope, body.site_id);
    if (!extent || extent.kind === 'platform') throw noSite();
    return {
      body: await previewResponse(previewContext(runtime, now), { tenantId: extent.tenantId, input: body }),
    };
  },
);
