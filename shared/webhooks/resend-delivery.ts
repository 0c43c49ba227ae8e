import { ApiError } from '../errors.ts';
import { changeItem } from '../table/change-item.ts';
import { decideAndWrite } from '../table/decide.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import { getItem } from '../table/get-item.ts';
import type { ItemKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { readVersion, type Version } from '../table/version.ts';
import { formatTimestamp } from '../time.ts';
import { bodyOfDelivery, DELIVERIES, type Delivery, deliveryItem, expiryAfter } from './delivery.ts';
import type { Webhook } from './webhook.ts';

/** Gives a delivery of an active webhook that has ended a further attempt. */
export async function resendDelivery(
  table: Table,
  webhook: Webhook,
  deliveryId: string,
  now: Date,
): Promise<Delivery> {
  if (webhook.status !== 'active') throw new ApiError('webhook_not_active');
  const key = DELIVERIES.key(webhook.tenant_id, webhook.id, deliveryId);
  return attemptAgain(table, key, await getItem(table, key), {
    next: now,
    admits: ({ status }) => status !== 'pending',
  });
}

interface Stored {
  readonly delivery: Delivery;
  readonly body: string | undefined;
  readonly version: Version;
}

interface Again {
  /** The time of the next attempt. */
  readonly next: Date;
  /** Whether a delivery in this state gets another attempt. */
  readonly admits: (delivery: Delivery) => boolean;
}

/**
 * Gives a delivery a further attempt, which a timer sends. If several calls are concurrent, one succeeds. After the attempts
 * of the schedule it is the last attempt; a delivery that ended earlier continues its schedule.
 */
export function attemptAgain(
  table: Table,
  key: ItemKey,
  item: Readonly<Record<string, unknown>> | undefined,
  { next, admits }: Again,
): Promise<Delivery> {
  const load = async () => read(await getItem(table, key));
  return decideAndWrite(table, read(item), load, ({ delivery, body, version }, writeId) => {
    if (!admits(delivery)) throw new ApiError('delivery_not_ended');
    if (body === undefined) throw new ApiError('delivery_without_body');
    const at = formatTimestamp(next);
    const result: Delivery = { ...delivery, status: 'pending', next_attempt_at: at };
    // The last attempt may be almost a week ago.
    const after = { ...deliveryItem(result, body), [TTL_ATTRIBUTE]: expiryAfter(at) };
    const write = changeItem(table, deliveryItem(delivery, body), after, { version, writeId });
    return { writes: [write], result };
  });
}

function read(item: Readonly<Record<string, unknown>> | undefined): Stored | undefined {
  if (!item) return undefined;
  return { delivery: DELIVERIES.entityOf(item), body: bodyOfDelivery(item), version: readVersion(item) };
}
