import { batchGet } from '../table/batch-get.ts';
import type { ItemKey } from '../table/keys.ts';
import { queryAll } from '../table/query-all.ts';
import type { Table } from '../table/table.ts';
import { type DeliveryIdentity, deliveryId } from './delivery.ts';
import { keyOfSubject, type PublishedEvent, publishedEvent } from './published-event.ts';
import { WEBHOOKS, type Webhook } from './webhook.ts';

/** An event and a webhook that is subscribed to it. */
export interface NeededDelivery {
  readonly identity: DeliveryIdentity;
  readonly body: string;
  /** Whether no attempt of the webhook has succeeded lately. */
  readonly isFailing: boolean;
}

/** Called for an item that this release cannot read; all other items are still processed. */
export type OnUnreadable = (key: ItemKey, error: unknown) => void;

/**
 * The deliveries that history entries of one tenant need, whether or not they exist. The result for the same entries and
 * webhooks has the same ids.
 */
export async function findDeliveries(
  table: Table,
  partition: string,
  entries: readonly ItemKey[],
  onUnreadable: OnUnreadable,
): Promise<NeededDelivery[]> {
  const webhooks = await activeWebhooks(table, partition, onUnreadable);
  if (webhooks.length === 0) return [];
  const events = await readEvents(table, entries, onUnreadable);
  return events.flatMap((event) =>
    webhooks
      .filter((it) => isSubscribed(it, event))
      .map((it) => ({
        identity: identify(it, event),
        body: event.body,
        isFailing: it.failing_since !== null,
      })),
  );
}

async function activeWebhooks(table: Table, pk: string, onUnreadable: OnUnreadable): Promise<Webhook[]> {
  const webhooks: Webhook[] = [];
  for await (const item of queryAll(table, pk, WEBHOOKS.prefix())) {
    const webhook = readable({ pk, sk: String(item['sk']) }, () => WEBHOOKS.entityOf(item), onUnreadable);
    if (webhook) webhooks.push(webhook);
  }
  return webhooks.filter(({ status }) => status === 'active');
}

async function readEvents(
  table: Table,
  entries: readonly ItemKey[],
  onUnreadable: OnUnreadable,
): Promise<PublishedEvent[]> {
  const items = await batchGet(table, [...entries, ...entries.map(keyOfSubject)]);
  return entries.flatMap((key, place) => {
    const [entry, alert] = [items[place], items[entries.length + place]];
    // A missing entry was rolled back by its writer.
    const event = entry && readable(key, () => publishedEvent(entry, alert), onUnreadable);
    return event ? [event] : [];
  });
}

/** Skips an unreadable item: the batch would be repeated for ever, and delay the events of all tenants. */
function readable<T>(key: ItemKey, read: () => T, onUnreadable: OnUnreadable): T | undefined {
  try {
    return read();
  } catch (error) {
    onUnreadable(key, error);
    return undefined;
  }
}

function isSubscribed(
  { events, site_ids, created_at }: Webhook,
  { event, siteId, at }: PublishedEvent,
): boolean {
  return events.includes(event) && (site_ids === null || site_ids.includes(siteId)) && at >= created_at;
}

function identify({ id, tenant_id }: Webhook, { entryId, event, at }: PublishedEvent): DeliveryIdentity {
  return { id: deliveryId(id, entryId), webhook_id: id, tenant_id, event, created_at: at };
}
