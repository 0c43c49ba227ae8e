import { formatTimestamp } from '../base/time.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { changeItem } from '../table/change-item.ts';
import { commit } from '../table/commit.ts';
import { decideAndWrite } from '../table/decide-and-write.ts';
import type { Table } from '../table/table.ts';
import { putEntity } from '../table/writes.ts';
import { type AttemptResult, isSuccess, webhookAfterAttempt } from './attempt.ts';
import type { DeliveryContext } from './deliver.ts';
import { type Delivery, deliveryItem, newDelivery } from './delivery.ts';
import { eventBody } from './published-event.ts';
import { currentSecrets } from './signature.ts';
import { type StoredWebhook, WEBHOOKS } from './webhook.ts';

/** The type of the event of a test message. Webhooks cannot subscribe to it. */
const TEST_EVENT = 'webhook.test';

/**
 * Sends a test message to a webhook of any status, once and immediately. A success clears `failing_since`; a failure does not
 * change the webhook.
 */
export async function testWebhook(
  table: Table,
  webhook: StoredWebhook,
  id: string,
  { now, key, post }: Pick<DeliveryContext, 'now' | 'key' | 'post'>,
): Promise<Delivery> {
  const { entity } = webhook;
  const at = formatTimestamp(now);
  const { tenant_id, id: webhook_id } = entity;
  const body = eventBody(TEST_EVENT, at, { webhook: { id: webhook_id, tenant_id } });
  const result = await post(entity, { id, body }, await currentSecrets(webhook, at, key));
  const delivery = {
    ...newDelivery({ id, webhook_id, tenant_id, event: TEST_EVENT, created_at: at }),
    ...tested(result, at),
  };
  await commit(table, [putEntity(table, deliveryItem(delivery, body))]);
  if (isSuccess(result) && entity.failing_since !== null) await noteSuccess(table, webhook, result, at);
  return delivery;
}

function tested(result: AttemptResult, at: string): Partial<Delivery> {
  return {
    status: isSuccess(result) ? 'delivered' : 'failed',
    attempts: 1,
    last_attempt_at: at,
    status_code: result.statusCode,
    milliseconds: result.milliseconds,
    error: result.error,
    response: result.response,
  };
}

function noteSuccess(table: Table, webhook: StoredWebhook, result: AttemptResult, at: string): Promise<void> {
  return decideAndWrite(table, webhook, reloadEntity(table, WEBHOOKS, webhook), (current, writeId) => {
    const { entity, version } = current;
    const isSameUrl = entity.url === webhook.entity.url; // a response from a replaced URL says nothing about the new one
    const changed = isSameUrl ? webhookAfterAttempt(entity, result, at) : undefined;
    if (!changed) return { writes: [], result: undefined };
    const write = changeItem(table, WEBHOOKS.item(entity), WEBHOOKS.item(changed), { version, writeId });
    return { writes: [write], result: undefined };
  });
}
