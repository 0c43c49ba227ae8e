import { randomBytes } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { newId } from '../../shared/base/ids.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import {
  DELIVERIES,
  type Delivery,
  deliveryItem,
  failedAttributes,
  newDelivery,
} from '../../shared/webhooks/delivery.ts';
import { WEBHOOKS } from '../../shared/webhooks/webhook.ts';
import { type Collection, deleting, patching } from './changed-things.ts';
import type { Lane } from './lane.ts';
import { newSite } from './prepared-things.ts';
import { change, creation, inTenant, type PreparedWrite, type WriteCase } from './prepared-write.ts';

/** Nobody listens there. A tenant has few webhooks, so those of the cases before go. */
const webhookCollection: Collection = {
  name: 'webhooks',
  kind: WEBHOOKS,
  async make(lane) {
    await deleteWebhooks(lane);
    return lane.create('/api/v1/webhooks', { url: 'http://localhost:9/', events: ['alert.raised'] });
  },
};

async function deleteWebhooks(lane: Lane): Promise<void> {
  for (const { id } of await lane.items(WEBHOOKS.prefix())) {
    await lane.guard.call(`DELETE /api/v1/webhooks/${id}`, { token: lane.master });
  }
}

async function withoutOthers(lane: Lane, write: PreparedWrite): Promise<PreparedWrite> {
  await deleteWebhooks(lane);
  return write;
}

/** Webhooks, and their deliveries. */
export const WEBHOOK_CASES: readonly WriteCase[] = [
  {
    route: 'create-webhook',
    async prepare(lane) {
      const json = { url: `https://hooks.example.com/${lane.unique()}`, events: ['alert.raised'] };
      return withoutOthers(lane, creation(lane, WEBHOOKS, '/api/v1/webhooks', json, 'url'));
    },
  },
  patching('update-webhook', webhookCollection, async (lane) => ({
    description: lane.unique(),
    // The answer warns of deleted sites.
    site_ids: [await newSite(lane)],
  })),
  deleting('delete-webhook', webhookCollection),
  {
    route: 'rotate-webhook-secret',
    async prepare(lane) {
      const id = await webhookCollection.make(lane);
      const request = `POST /api/v1/webhooks/${id}/rotate`;
      return change(lane, inTenant(lane, WEBHOOKS, id), request, { token: lane.master }, false);
    },
  },
  {
    route: 'test-webhook',
    async prepare(lane) {
      const id = await webhookCollection.make(lane);
      return {
        request: `POST /api/v1/webhooks/${id}/test`,
        options: { token: lane.master },
        timesDone: async () => (await lane.items(DELIVERIES.prefix(id))).length,
      };
    },
  },
  {
    route: 'resend-delivery',
    async prepare(lane) {
      const webhook = await webhookCollection.make(lane);
      const { body } = await lane.guard.call(`POST /api/v1/webhooks/${webhook}/test`, { token: lane.master });
      const key = DELIVERIES.key(lane.tenantId, webhook, body.id);
      const request = `POST /api/v1/webhooks/${webhook}/deliveries/${body.id}/resend`;
      return change(lane, key, request, { token: lane.master }, false);
    },
    repeated: 409,
  },
  {
    route: 'recover-webhook',
    async prepare(lane) {
      const webhook_id = await webhookCollection.make(lane);
      const { now } = lane.guard.clock;
      const at = formatTimestamp(now);
      const identity = { id: newId(now, randomBytes), webhook_id, tenant_id: lane.tenantId };
      const delivery: Delivery = {
        ...newDelivery({ ...identity, event: 'alert.raised', created_at: at }),
        status: 'failed',
      };
      const item = { ...deliveryItem(delivery, '{}'), ...failedAttributes(delivery, at) };
      const { table } = lane.guard;
      await table.client.send(new PutCommand({ TableName: table.name, Item: item }));
      const options = { json: { since: at }, token: lane.master };
      return change(lane, item, `POST /api/v1/webhooks/${webhook_id}/recover`, options, false);
    },
  },
];
