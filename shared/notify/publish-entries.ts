import { runInLanes } from '../base/run-in-lanes.ts';
import type { OutgoingMessage } from '../lambda/send-messages.ts';
import type { Table } from '../table/table.ts';
import { activeSubscribers } from '../webhooks/active-subscribers.ts';
import { firstMessage } from '../webhooks/delivery.ts';
import { postponeDelivery } from '../webhooks/delivery-work.ts';
import { type NewEntry, type PublishedEvent, readEvents } from '../webhooks/published-event.ts';
import { type NeededDelivery, neededDeliveries } from '../webhooks/resend-deliveries.ts';
import { type OnUnreadable, WEBHOOKS } from '../webhooks/webhook.ts';
import { matchingRules } from './match-rule.ts';
import { isNotifyEvent, NOTIFICATION_RULES, type NotificationRule } from './notification-rule.ts';
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
 * Publishes new history entries to webhooks and to notification rules: it queues a delivery for each webhook that subscribes
 * to an event, and one message for each event that a rule is about. It is safe to repeat, because the ids of deliveries and
 * entries do not change.
 */
export async function publishEntries(
  table: Table,
  entries: readonly NewEntry[],
  { now, random, sendToWebhooks, sendToPeople, onUnreadable }: PublishContext,
): Promise<void> {
  const needed: Needed = { deliveries: [], notices: [] };
  for (const [partition, its] of Map.groupBy(entries, ({ pk }) => pk)) {
    const { deliveries, notices } = await findNeeded(table, partition, its, onUnreadable);
    needed.deliveries.push(...deliveries);
    needed.notices.push(...notices);
  }
  // Both are queued in parallel, so that neither waits for the other queue, or for deliveries that are stored first.
  await Promise.all([
    needed.notices.length > 0 && sendToPeople(needed.notices.map(writeNotifyMessage)),
    queueDeliveries(table, needed.deliveries, { now, random, send: sendToWebhooks }),
  ]);
}

/** Reads the events of a tenant once, for webhooks, rules and reminders; it reads nothing if there are none. */
async function findNeeded(
  table: Table,
  partition: string,
  entries: readonly NewEntry[],
  onUnreadable: OnUnreadable,
): Promise<Needed> {
  const [webhooks, rules] = await Promise.all([
    activeSubscribers(table, partition, WEBHOOKS, onUnreadable),
    activeSubscribers(table, partition, NOTIFICATION_RULES, onUnreadable),
  ]);
  const isForSomebody = webhooks.length + rules.length > 0 || entries.some(({ isReminder }) => isReminder);
  if (!isForSomebody) return { deliveries: [], notices: [] };
  const events = await readEvents(table, entries, onUnreadable);
  return { deliveries: neededDeliveries(webhooks, events), notices: neededNotices(rules, events) };
}

/**
 * Makes one message for each event that rules of the tenant are about, and for each reminder. The same events and rules always give the same
 * messages.
 */
function neededNotices(
  rules: readonly NotificationRule[],
  events: readonly PublishedEvent[],
): EventMessage[] {
  return events.flatMap((it) => {
    const { event, tenantId, subjectId, entryId, siteId, at, alert, report } = it;
    const matching = matchingRules(rules, it);
    const userId = event === 'alert.reminded' ? report?.acknowledged_by?.id : undefined;
    if ((matching.length === 0 && userId === undefined) || !isNotifyEvent(event)) return [];
    return {
      kind: 'event',
      tenant_id: tenantId,
      subject_id: subjectId,
      entry_id: entryId,
      event,
      site_id: siteId,
      at,
      severity: alert?.severity ?? null,
      rule_ids: matching.map(({ id }) => id),
      ...(userId === undefined ? {} : { user_id: userId }),
    };
  });
}

/** How many deliveries are postponed in parallel. A batch may need a thousand: 50 events of a tenant with 20 webhooks. */
const POSTPONED_AT_A_TIME = 25;

interface QueueContext {
  readonly now: Date;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  readonly send: (messages: readonly OutgoingMessage[]) => Promise<void>;
}

/**
 * Queues deliveries. A delivery to a failing webhook is postponed immediately, so that it does not delay other webhooks. It
 * is safe to repeat, because the id of a delivery does not change.
 */
export async function queueDeliveries(
  table: Table,
  needed: readonly NeededDelivery[],
  context: QueueContext,
): Promise<void> {
  const messages = needed
    .filter(({ isFailing }) => !isFailing)
    .map(({ identity, body, isCritical }) => firstMessage(identity, body, isCritical));
  // The messages are sent first, so that the failing webhooks of one tenant do not delay other tenants.
  if (messages.length > 0) await context.send(messages);
  const failing = needed.filter(({ isFailing }) => isFailing);
  await runInLanes(failing, POSTPONED_AT_A_TIME, (it) => postponeDelivery(table, it, context));
}
