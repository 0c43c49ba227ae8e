import type { OutgoingMessage } from '../lambda/send-messages.ts';
import { NOTIFICATION_RULES } from '../notification-rules/notification-rule.ts';
import type { ItemKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { activeSubscribers } from '../webhooks/active-subscribers.ts';
import { type NeededDelivery, neededDeliveries } from '../webhooks/find-deliveries.ts';
import { queueDeliveries } from '../webhooks/queue-deliveries.ts';
import { readEvents } from '../webhooks/read-events.ts';
import type { OnUnreadable } from '../webhooks/readable.ts';
import { WEBHOOKS } from '../webhooks/webhook.ts';
import { neededNotices } from './needed-notices.ts';
import { type EventMessage, writeNotifyMessage } from './notify-message.ts';

type Send = (messages: readonly OutgoingMessage[]) => Promise<void>;

interface PublishContext {
  readonly now: Date;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  readonly sendToWebhooks: Send;
  readonly sendToPeople: Send;
  readonly onUnreadable: OnUnreadable;
}

interface Needed {
  readonly deliveries: NeededDelivery[];
  readonly notices: EventMessage[];
}

/**
 * Publishes new history entries to their two subscribers, webhooks and notification rules: queues a delivery for each
 * subscribed webhook, and sends one message for each event that rules are about. Safe to repeat: the ids of deliveries and
 * entries do not change.
 */
export async function publishEntries(
  table: Table,
  entries: readonly ItemKey[],
  { now, random, sendToWebhooks, sendToPeople, onUnreadable }: PublishContext,
): Promise<void> {
  const needed: Needed = { deliveries: [], notices: [] };
  for (const [partition, its] of Map.groupBy(entries, ({ pk }) => pk)) {
    const { deliveries, notices } = await findNeeded(table, partition, its, onUnreadable);
    needed.deliveries.push(...deliveries);
    needed.notices.push(...notices);
  }
  // Both run in parallel, so that neither queue waits for the other, or for the deliveries that are stored.
  await Promise.all([
    needed.notices.length > 0 && sendToPeople(needed.notices.map(writeNotifyMessage)),
    queueDeliveries(table, needed.deliveries, { now, random, send: sendToWebhooks }),
  ]);
}

/** Reads the events of one tenant once, for both, and not at all without a subscriber. */
async function findNeeded(
  table: Table,
  partition: string,
  entries: readonly ItemKey[],
  onUnreadable: OnUnreadable,
): Promise<Needed> {
  const [webhooks, rules] = await Promise.all([
    activeSubscribers(table, partition, WEBHOOKS, onUnreadable),
    activeSubscribers(table, partition, NOTIFICATION_RULES, onUnreadable),
  ]);
  if (webhooks.length + rules.length === 0) return { deliveries: [], notices: [] };
  const events = await readEvents(table, entries, onUnreadable);
  return { deliveries: neededDeliveries(webhooks, events), notices: neededNotices(rules, events) };
}
