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
import { firstAttemptAt } from './retry-schedule.ts';
import { keyOfSubject, type ToldEvent, toldEvent } from './told-event.ts';
import { WEBHOOKS, type Webhook } from './webhook.ts';

/** A batch may come to a thousand: 50 events of a tenant with 20 webhooks. */
const PUT_OFF_AT_A_TIME = 25;

interface Queueing {
  readonly now: Date;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly send: (messages: readonly OutgoingMessage[]) => Promise<void>;
  /** Told of an item that this release cannot read, and that holds up nothing else. */
  readonly onUnreadable: (key: ItemKey, error: unknown) => void;
}

/**
 * Has each webhook told of new entries that it wants to hear of. One that is failing is not in the way of others: what it is
 * told waits for its time at once. All of this may be done again: what was delivered is known by its id.
 */
export async function queueDeliveries(
  table: Table,
  entries: readonly ItemKey[],
  queueing: Queueing,
): Promise<void> {
  const messages: OutgoingMessage[] = [];
  const failing: { readonly identity: DeliveryIdentity; readonly body: string }[] = [];
  for (const [partition, its] of Map.groupBy(entries, ({ pk }) => pk)) {
    const webhooks = await activeWebhooks(table, partition, queueing);
    if (webhooks.length === 0) continue;
    for (const told of await readEvents(table, its, queueing)) {
      for (const webhook of webhooks.filter((it) => wants(it, told))) {
        const identity = identify(webhook, told);
        if (webhook.failing_since === null) messages.push(firstMessage(identity, told.body));
        else failing.push({ identity, body: told.body });
      }
    }
  }
  // First what may be told at once: one tenant's receivers that are down hold up nobody.
  if (messages.length > 0) await queueing.send(messages);
  await runInLanes(failing, PUT_OFF_AT_A_TIME, (it) => putOff(table, it.identity, it.body, queueing));
}

async function activeWebhooks(table: Table, pk: string, queueing: Queueing): Promise<Webhook[]> {
  const webhooks: Webhook[] = [];
  // A tenant has 20 at most.
  for await (const item of queryAll(table, pk, WEBHOOKS.prefix())) {
    const webhook = readable({ pk, sk: String(item['sk']) }, () => WEBHOOKS.entityOf(item), queueing);
    if (webhook) webhooks.push(webhook);
  }
  return webhooks.filter(({ status }) => status === 'active');
}

async function readEvents(
  table: Table,
  entries: readonly ItemKey[],
  queueing: Queueing,
): Promise<ToldEvent[]> {
  const items = await batchGet(table, [...entries, ...entries.map(keyOfSubject)]);
  return entries.flatMap((key, place) => {
    const [entry, alert] = [items[place], items[entries.length + place]];
    // One that is gone was taken back by who wrote it.
    const told = entry && readable(key, () => toldEvent(entry, alert), queueing);
    return told ? [told] : [];
  });
}

/** What is wrong for good would come again and again, and everybody's events would wait behind it. */
function readable<T>(key: ItemKey, read: () => T, { onUnreadable }: Queueing): T | undefined {
  try {
    return read();
  } catch (error) {
    onUnreadable(key, error);
    return undefined;
  }
}

function wants({ events, site_ids, created_at }: Webhook, { event, siteId, at }: ToldEvent): boolean {
  return events.includes(event) && (site_ids === null || site_ids.includes(siteId)) && at >= created_at;
}

function identify({ id, tenant_id }: Webhook, { entryId, event, at }: ToldEvent): DeliveryIdentity {
  return { id: deliveryId(id, entryId), webhook_id: id, tenant_id, event, created_at: at };
}

/** Keeps what is to be told until the receiver may be there again. What is kept already stays as it is. */
async function putOff(
  table: Table,
  identity: DeliveryIdentity,
  body: string,
  { now, random }: Queueing,
): Promise<void> {
  const next = formatTimestamp(firstAttemptAt(now, random()));
  const delivery = { ...newDelivery(identity), next_attempt_at: next };
  await commit(table, [putEntity(table, deliveryItem(delivery, body))]);
}

/** A change of the table, as far as it says where. */
interface ChangeRecord {
  readonly dynamodb?:
    | { readonly Keys?: Readonly<Record<string, { readonly S?: string }>> | undefined }
    | undefined;
}

/** The keys of the entries that a batch of the table's stream tells of. */
export function entriesOf(records: readonly ChangeRecord[]): ItemKey[] {
  return records.flatMap(({ dynamodb }) => {
    const [pk, sk] = [dynamodb?.Keys?.['pk']?.S, dynamodb?.Keys?.['sk']?.S];
    return pk && sk ? [{ pk, sk }] : [];
  });
}
