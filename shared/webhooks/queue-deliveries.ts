import { ALERT_EVENTS } from '../alerts/alert-event.ts';
import type { OutgoingMessage } from '../lambda/send-messages.ts';
import { runInLanes } from '../run-in-lanes.ts';
import type { ItemKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { firstMessage } from './delivery-message.ts';
import { findDeliveries, type NeededDelivery, type OnUnreadable } from './find-deliveries.ts';
import { postponeDelivery } from './postpone-delivery.ts';
import { isTestEntry } from './published-event.ts';

/** A batch may need a thousand: 50 events of a tenant with 20 webhooks. */
const POSTPONED_AT_A_TIME = 25;

interface QueueContext {
  readonly now: Date;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly send: (messages: readonly OutgoingMessage[]) => Promise<void>;
  readonly onUnreadable: OnUnreadable;
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
  const needed: NeededDelivery[] = [];
  for (const [partition, its] of Map.groupBy(entries, ({ pk }) => pk)) {
    needed.push(...(await findDeliveries(table, partition, its, context.onUnreadable)));
  }
  const messages = needed
    .filter(({ isFailing }) => !isFailing)
    .map(({ identity, body }) => firstMessage(identity, body));
  // Messages first: failing webhooks of one tenant must not delay the others.
  if (messages.length > 0) await context.send(messages);
  const failing = needed.filter(({ isFailing }) => isFailing);
  await runInLanes(failing, POSTPONED_AT_A_TIME, (it) => postponeDelivery(table, it, context));
}

interface ChangeRecord {
  readonly dynamodb?:
    | { readonly Keys?: Readonly<Record<string, { readonly S?: string }>> | undefined }
    | undefined;
}

/** The keys of the history entries of a batch of the table's stream. */
export function entriesOf(records: readonly ChangeRecord[]): ItemKey[] {
  return records.flatMap(({ dynamodb }) => {
    const [pk, sk] = [dynamodb?.Keys?.['pk']?.S, dynamodb?.Keys?.['sk']?.S];
    if (!pk || !sk) return [];
    return sk.startsWith(ALERT_EVENTS.prefix()) || isTestEntry(sk) ? [{ pk, sk }] : [];
  });
}
