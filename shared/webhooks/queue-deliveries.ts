import type { OutgoingMessage } from '../lambda/send-messages.ts';
import { runInLanes } from '../run-in-lanes.ts';
import { batchGet } from '../table/batch-get.ts';
import { commit } from '../table/commit.ts';
import type { ItemKey } from '../table/keys.ts';
import { queryAll } from '../table/query-all.ts';
import type { Table } from '../table/table.ts';
import { putEntity } from '../table/writes.ts';
import { formatTimestamp } from '../time.ts';
import { type DeliveryIdentity, deliveryId, deliveryItem, newDelivery } from './delivery.ts';
import { firstMessage } from './delivery-message.ts';
import { keyOfSubject, type PublishedEvent, publishedEvent } from './published-event.ts';
import { firstAttemptAt } from './retry-schedule.ts';
import { WEBHOOKS, type Webhook } from './webhook.ts';

/** A batch may need a thousand: 50 events of a tenant with 20 webhooks. */
const POSTPONED_AT_A_TIME = 25;

interface QueueContext {
  readonly now: Date;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly send: (messages: readonly OutgoingMessage[]) => Promise<void>;
  /** Called for an item that this release cannot read; all other items are still processed. */
  readonly onUnreadable: (key: ItemKey, error: unknown) => void;
}

/**
 * Publishes new history entries: queues a delivery for each subscribed webhook. A delivery to a failing webhook is postponed
 * at once, so that it delays no other webhook. Safe to repeat: the id of a delivery does not change.
 */
export async function queueDeliveries(
  table: Table,
  entries: readonly ItemKey[],
  context: QueueContext,
): Promise<void> {
  const messages: OutgoingMessage[] = [];
  const failing: { readonly identity: DeliveryIdentity; readonly body: string }[] = [];
  for (const [partition, its] of Map.groupBy(entries, ({ pk }) => pk)) {
    const webhooks = await activeWebhooks(table, partition, context);
    if (webhooks.length === 0) continue;
    for (const event of await readEvents(table, its, context)) {
      for (const webhook of webhooks.filter((it) => isSubscribed(it, event))) {
        const identity = identify(webhook, event);
        if (webhook.failing_since === null) messages.push(firstMessage(identity, event.body));
        else failing.push({ identity, body: event.body });
      }
    }
  }
  // Messages first: failing webhooks of one tenant must not delay the others.
  if (messages.length > 0) await context.send(messages);
  await runInLanes(failing, POSTPONED_AT_A_TIME, (it) => postpone(table, it.identity, it.body, context));
}

async function activeWebhooks(table: Table, pk: string, context: QueueContext): Promise<Webhook[]> {
  const webhooks: Webhook[] = [];
  for await (const item of queryAll(table, pk, WEBHOOKS.prefix())) {
    const webhook = readable({ pk, sk: String(item['sk']) }, () => WEBHOOKS.entityOf(item), context);
    if (webhook) webhooks.push(webhook);
  }
  return webhooks.filter(({ status }) => status === 'active');
}

async function readEvents(
  table: Table,
  entries: readonly ItemKey[],
  context: QueueContext,
): Promise<PublishedEvent[]> {
  const items = await batchGet(table, [...entries, ...entries.map(keyOfSubject)]);
  return entries.flatMap((key, place) => {
    const [entry, alert] = [items[place], items[entries.length + place]];
    // A missing entry was rolled back by its writer.
    const event = entry && readable(key, () => publishedEvent(entry, alert), context);
    return event ? [event] : [];
  });
}

/** Skips an unreadable item: the batch would be repeated for ever, and delay the events of all tenants. */
function readable<T>(key: ItemKey, read: () => T, { onUnreadable }: QueueContext): T | undefined {
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

/** Stores a delivery until the receiver may be available again. An existing delivery does not change. */
async function postpone(
  table: Table,
  identity: DeliveryIdentity,
  body: string,
  { now, random }: QueueContext,
): Promise<void> {
  const next = formatTimestamp(firstAttemptAt(now, random()));
  const delivery = { ...newDelivery(identity), next_attempt_at: next };
  await commit(table, [putEntity(table, deliveryItem(delivery, body))]);
}

interface ChangeRecord {
  readonly dynamodb?:
    | { readonly Keys?: Readonly<Record<string, { readonly S?: string }>> | undefined }
    | undefined;
}

/** The keys of the changed items of a batch of the table's stream. */
export function entriesOf(records: readonly ChangeRecord[]): ItemKey[] {
  return records.flatMap(({ dynamodb }) => {
    const [pk, sk] = [dynamodb?.Keys?.['pk']?.S, dynamodb?.Keys?.['sk']?.S];
    return pk && sk ? [{ pk, sk }] : [];
  });
}
