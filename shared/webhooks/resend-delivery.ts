import { ApiError } from '../errors.ts';
import { changeItem } from '../table/change-item.ts';
import { decideAndWrite } from '../table/decide.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import { getItem } from '../table/get-item.ts';
import type { Table } from '../table/table.ts';
import { readVersion, type Version } from '../table/version.ts';
import { formatTimestamp } from '../time.ts';
import { bodyOfDelivery, DELIVERIES, type Delivery, deliveryItem, expiryAfter } from './delivery.ts';
import type { Webhook } from './webhook.ts';

interface Stored {
  readonly delivery: Delivery;
  readonly body: string | undefined;
  readonly version: Version;
}

/**
 * Gives a delivery that has ended a further attempt, which a timer sends. After the attempts of the schedule it is the last
 * one; a delivery that ended earlier continues its schedule.
 */
export async function resendDelivery(
  table: Table,
  webhook: Webhook,
  deliveryId: string,
  now: Date,
): Promise<Delivery> {
  if (webhook.status !== 'active') throw new ApiError('webhook_not_active');
  const key = DELIVERIES.key(webhook.tenant_id, webhook.id, deliveryId);
  const load = async (): Promise<Stored | undefined> => {
    const item = await getItem(table, key);
    const parts = item && { delivery: DELIVERIES.entityOf(item), body: bodyOfDelivery(item) };
    return parts && { ...parts, version: readVersion(item) };
  };
  return decideAndWrite(table, await load(), load, ({ delivery, body, version }, writeId) => {
    if (delivery.status === 'pending') throw new ApiError('delivery_not_ended');
    if (body === undefined) throw new ApiError('delivery_without_body');
    const at = formatTimestamp(now);
    const result: Delivery = { ...delivery, status: 'pending', next_attempt_at: at };
    // The last attempt may be almost a week ago.
    const after = { ...deliveryItem(result, body), [TTL_ATTRIBUTE]: expiryAfter(at) };
    const write = changeItem(table, deliveryItem(delivery, body), after, { version, writeId });
    return { writes: [write], result };
  });
}
