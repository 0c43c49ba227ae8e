import { etagOf } from '../shared/base/etag.ts';
import { tenantQuery } from '../shared/base/fields.ts';
import { newId } from '../shared/base/ids.ts';
import { formatTimestamp } from '../shared/base/time.ts';
import { createAuditedEndpoint, createEndpoint } from '../shared/http/endpoint.ts';
import { deleteTarget, listOf, listUnder } from '../shared/http/plain-endpoints.ts';
import { defineRoute } from '../shared/http/route.ts';
import { tenantToCreateIn } from '../shared/http/tenant-to-create-in.ts';
import { startParts } from '../shared/http/time-for-parts.ts';
import { connectKey } from '../shared/lambda/connect-key.ts';
import { lambdaNetwork } from '../shared/lambda/outbound.ts';
import { warnOfDeletedSites } from '../shared/sites/find-sites.ts';
import { applyChanges } from '../shared/table/change-entity.ts';
import { listQuery } from '../shared/table/list-contract.ts';
import { listUse } from '../shared/table/table-use.ts';
import { createWebhook, rotateSecret, updateWebhook } from '../shared/webhooks/change-webhooks.ts';
import { postToWebhook } from '../shared/webhooks/deliver.ts';
import { DELIVERIES, deliveryPageSchema, deliverySchema } from '../shared/webhooks/delivery.ts';
import {
  recoverDeliveries,
  recoveryInputSchema,
  recoverySchema,
  resendDelivery,
} from '../shared/webhooks/resend-deliveries.ts';
import { testWebhook } from '../shared/webhooks/test-webhook.ts';
import { WEBHOOKS, webhookSchema } from '../shared/webhooks/webhook.ts';
import {
  issuedWebhookSchema,
  webhookChangesSchema,
  webhookInputSchema,
  webhookPageSchema,
} from '../shared/webhooks/webhook-contract.ts';

export const listWebhooksRoute = defineRoute('webhooks/list-webhooks', {
  method: 'GET',
  path: '/api/v1/webhooks',
  summary: 'List webhooks, newest first',
  access: 'webhooks:read',
  request: { query: listQuery({}) },
  response: { description: 'A page of the webhooks in the scope of the caller.', body: webhookPageSchema },
  table: listUse(WEBHOOKS),
});

export const listWebhooksHandler = createEndpoint(listWebhooksRoute, listOf(WEBHOOKS));

export const createWebhookRoute = defineRoute('webhooks/create-webhook', {
  method: 'POST',
  path: '/api/v1/webhooks',
  summary: 'Create a webhook',
  access: 'webhooks:create',
  isAudited: true,
  request: { query: tenantQuery, body: webhookInputSchema },
  response: {
    status: 201,
    description: 'The new webhook with its secret. No other response contains it.',
    body: issuedWebhookSchema,
  },
  errors: ['not_found', 'too_many_webhooks'],
  settings: ['GUARD_WEBHOOK_ENCRYPTION_KEY'],
  table: { actions: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'] },
});

export const createWebhookHandler = createAuditedEndpoint(
  createWebhookRoute,
  async ({ body, query, scope, now }, { table, randomBytes, clock, settings }) => {
    const { webhook: created, secret } = await createWebhook(table, body, {
      id: newId(now, randomBytes),
      tenantId: tenantToCreateIn(scope, query.tenant_id),
      at: formatTimestamp(now),
      randomBytes,
      destinations: settings.destinations,
      key: connectKey(settings.webhookEncryptionKey, clock),
    });
    // The sites of a new webhook were just checked, so it has no warnings.
    const webhook = { ...created, warnings: [] };
    // The ETag is that of the webhook without its secret, as later reads return it.
    return { body: { ...webhook, secret }, headers: { ETag: etagOf(webhook) } };
  },
);

export const getWebhookRoute = defineRoute('webhooks/get-webhook', {
  method: 'GET',
  path: '/api/v1/webhooks/{webhook_id}',
  target: WEBHOOKS,
  summary: 'Read a webhook',
  access: 'webhooks:read',
  response: { description: 'The webhook, without its secret.', body: webhookSchema },
  table: { actions: ['BatchGetItem'] },
});

export const getWebhookHandler = createEndpoint(
  getWebhookRoute,
  async ({ target: { entity: webhook } }, { table }) => ({
    body: { ...webhook, warnings: await warnOfDeletedSites(table, webhook.tenant_id, webhook.site_ids) },
  }),
);

export const updateWebhookRoute = defineRoute('webhooks/update-webhook', {
  method: 'PATCH',
  path: '/api/v1/webhooks/{webhook_id}',
  target: WEBHOOKS,
  summary: 'Change a webhook',
  access: 'webhooks:update',
  isAudited: true,
  request: { body: webhookChangesSchema },
  response: { description: 'The changed webhook.', body: webhookSchema },
  table: { actions: ['BatchGetItem', 'UpdateItem'] },
});

export const updateWebhookHandler = createAuditedEndpoint(
  updateWebhookRoute,
  async ({ target, body, ifMatch, now }, { table, settings: { destinations } }) => {
    // Read before the change: if a read failed after it, the client would not learn that the webhook has changed.
    const context = { ifMatch, at: formatTimestamp(now), destinations };
    const { tenant_id, site_ids } = applyChanges(target.entity, body, context.at);
    const warnings = await warnOfDeletedSites(table, tenant_id, site_ids);
    return { body: { ...(await updateWebhook(table, target, body, context)), warnings } };
  },
);

export const deleteWebhookRoute = defineRoute('webhooks/delete-webhook', {
  method: 'DELETE',
  path: '/api/v1/webhooks/{webhook_id}',
  target: WEBHOOKS,
  summary: 'Delete a webhook',
  access: 'webhooks:delete',
  isAudited: true,
  response: { description: 'The webhook is deleted; nothing more is sent to it.' },
  table: { actions: ['DeleteItem', 'UpdateItem'] },
});

export const deleteWebhookHandler = createAuditedEndpoint(deleteWebhookRoute, deleteTarget(WEBHOOKS));

export const rotateWebhookSecretRoute = defineRoute('webhooks/rotate-webhook-secret', {
  method: 'POST',
  path: '/api/v1/webhooks/{webhook_id}/rotate',
  target: WEBHOOKS,
  summary: 'Give a webhook a new secret',
  access: 'webhooks:update',
  isAudited: true,
  response: {
    description: 'The webhook with its new secret. For 24 hours the previous secret signs too.',
    body: issuedWebhookSchema,
    etag: false,
  },
  errors: ['changed_too_often'],
  settings: ['GUARD_WEBHOOK_ENCRYPTION_KEY'],
  table: { actions: ['UpdateItem'] },
});

export const rotateWebhookSecretHandler = createAuditedEndpoint(
  rotateWebhookSecretRoute,
  async ({ target, now }, { table, randomBytes, clock, settings }) => {
    const key = connectKey(settings.webhookEncryptionKey, clock);
    const { webhook, secret } = await rotateSecret(table, target, { now, randomBytes, key });
    return { body: { ...webhook, secret } };
  },
);

export const testWebhookRoute = defineRoute('webhooks/test-webhook', {
  method: 'POST',
  path: '/api/v1/webhooks/{webhook_id}/test',
  target: WEBHOOKS,
  summary: 'Send a test to a webhook',
  access: 'webhooks:update',
  response: {
    description: 'The delivery of the test. It is sent once and not repeated.',
    body: deliverySchema,
    etag: false,
  },
  errors: ['changed_too_often'],
  settings: ['GUARD_WEBHOOK_DECRYPTION_KEY'],
  table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
});

export const testWebhookHandler = createEndpoint(
  testWebhookRoute,
  async (
    { target, now },
    { table, randomBytes, stopwatch, clock, settings: { destinations, webhookDecryptionKey } },
  ) => {
    const posting = { network: lambdaNetwork(stopwatch), destinations, now };
    return {
      body: await testWebhook(table, target, newId(now, randomBytes), {
        now,
        key: connectKey(webhookDecryptionKey, clock),
        post: (webhook, message, secrets) => postToWebhook(webhook, message, secrets, posting),
      }),
    };
  },
);

export const listWebhookDeliveriesRoute = defineRoute('webhooks/list-webhook-deliveries', {
  method: 'GET',
  path: '/api/v1/webhooks/{webhook_id}/deliveries',
  target: WEBHOOKS,
  summary: 'List the deliveries of a webhook of the last week, newest first',
  access: 'webhooks:read',
  request: { query: listQuery({}) },
  response: { description: 'A page of the deliveries of the webhook.', body: deliveryPageSchema },
  table: listUse(DELIVERIES),
});

export const listWebhookDeliveriesHandler = createEndpoint(listWebhookDeliveriesRoute, listUnder(DELIVERIES));

export const resendDeliveryRoute = defineRoute('webhooks/resend-delivery', {
  method: 'POST',
  path: '/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/resend',
  target: WEBHOOKS,
  summary: 'Send a delivery again that was delivered or has failed',
  access: 'webhooks:update',
  rateClass: 'resend',
  response: {
    status: 202,
    description: 'The delivery, with a further attempt within two minutes; `webhook-id` and body stay.',
    body: deliverySchema,
    etag: false,
  },
  errors: ['webhook_not_active', 'delivery_not_ended', 'changed_too_often'],
  table: { actions: ['GetItem', 'UpdateItem'] },
});

export const resendDeliveryHandler = createEndpoint(
  resendDeliveryRoute,
  async ({ target, path, now }, { table }) => ({
    body: await resendDelivery(table, target.entity, path.delivery_id, now),
  }),
);

export const recoverWebhookRoute = defineRoute('webhooks/recover-webhook', {
  method: 'POST',
  path: '/api/v1/webhooks/{webhook_id}/recover',
  target: WEBHOOKS,
  summary: 'Send again the deliveries that have failed for good since a time',
  access: 'webhooks:update',
  rateClass: 'resend',
  request: { body: recoveryInputSchema },
  response: {
    status: 202,
    description: 'The number of deliveries that are sent again, about ten a second; at most 1,000 a request.',
    body: recoverySchema,
    etag: false,
  },
  errors: ['webhook_not_active'],
  table: { actions: ['BatchGetItem', 'GetItem', 'UpdateItem'], indexes: ['timer'] },
});

export const recoverWebhookHandler = createEndpoint(
  recoverWebhookRoute,
  async ({ target, body: { since }, now }, { table, stopwatch }) => ({
    body: await recoverDeliveries(table, target.entity, { since, now, hasTime: startParts(stopwatch) }),
  }),
);
