import type { OutgoingMessage } from '../lambda/send-messages.ts';
import { runInLanes } from '../run-in-lanes.ts';
import type { Table } from '../table/table.ts';
import { firstMessage } from './delivery-message.ts';
import type { NeededDelivery } from './find-deliveries.ts';
import { postponeDelivery } from './postpone-delivery.ts';

/** A batch may need a thousand: 50 events of a tenant with 20 webhooks. */
const POSTPONED_AT_A_TIME = 25;

interface QueueContext {
  readonly now: Date;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  readonly send: (messages: readonly OutgoingMessage[]) => Promise<void>;
}

/**
 * Queues deliveries. A delivery to a failing webhook is postponed at once, so that it delays no other webhook. Safe to
 * repeat: the id of a delivery does not change.
 */
export async function queueDeliveries(
  table: Table,
  needed: readonly NeededDelivery[],
  context: QueueContext,
): Promise<void> {
  const messages = needed
    .filter(({ isFailing }) => !isFailing)
    .map(({ identity, body, isCritical }) => firstMessage(identity, body, isCritical));
  // Messages come first, because failing webhooks of one tenant must not delay the others.
  if (messages.length > 0) await context.send(messages);
  const failing = needed.filter(({ isFailing }) => isFailing);
  await runInLanes(failing, POSTPONED_AT_A_TIME, (it) => postponeDelivery(table, it, context));
}
