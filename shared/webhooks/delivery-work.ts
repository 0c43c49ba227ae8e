import * as z from 'zod/mini';
import { type AlertSeverity, alertSeverityField } from '../base/severities.ts';
import { formatTimestamp } from '../base/time.ts';
import type { OutgoingMessage } from '../lambda/send-messages.ts';
import { commit } from '../table/commit.ts';
import { DUE_ATTRIBUTE } from '../table/definition.ts';
import type { TimerWork } from '../table/due-timers.ts';
import { expression } from '../table/expression.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { putEntity, updateIf } from '../table/writes.ts';
import { DELIVERIES, type Delivery, deliveryItem, newDelivery, nextMessage } from './delivery.ts';
import type { NeededDelivery } from './resend-deliveries.ts';
import { firstAttemptAt } from './retry-schedule.ts';
import { WEBHOOKS } from './webhook.ts';

/**
 * After this time, an attempt without a recorded result is queued again: its message may be in the dead-letter queue, or wait
 * behind others.
 */
const RESEND_MS = 3_600_000;

/**
 * How many deliveries of a failing webhook one run queues at most; each further group of this size waits one turn longer. So
 * all shards together queue 12 a minute, as many as a hanging receiver can take. More would delay other webhooks, because SQS
 * searches only the first 120,000 messages (AWS, "Avoiding large message backlogs with the same message group ID").
 */
const DELIVERIES_PER_TURN = 3;
const TURN_MS = 240_000;

/**
 * Handles the timers of deliveries: queues those that are due. The attempts are not made here, because a hanging receiver
 * takes seconds, for which the timers of devices and alerts must not wait.
 */
export function deliveryWork(send: (message: OutgoingMessage) => Promise<void>): TimerWork {
  const turns = new Turns();
  return {
    severityOf,
    async run(item, { table, now }) {
      const delivery = DELIVERIES.entityOf(item);
      const due = String(item[DUE_ATTRIBUTE]);
      const isCritical = severityOf(item) === 'critical';
      const turn = await turns.take(table, delivery, isCritical);
      if (turn === 0) await send(nextMessage(delivery, due, isCritical));
      // Moves the timer, unless an attempt has already set it to another time.
      const later = turn === 0 ? RESEND_MS : turn * TURN_MS;
      await updateIf(table, DELIVERIES.key(delivery.tenant_id, delivery.webhook_id, delivery.id), {
        update: expression`SET #due = ${formatTimestamp(new Date(now.getTime() + later))}`,
        condition: expression`#due = ${due}`,
      });
    },
  };
}

/** Reads the severity of the alert in an event; `undefined` for an event of a device or test. */
function severityOf(item: Readonly<Record<string, unknown>>): AlertSeverity | undefined {
  return severitySchema.safeParse(item).data?.body.data.alert.severity;
}

const eventSchema = z.object({ data: z.object({ alert: z.object({ severity: alertSeverityField }) }) });

const severitySchema = z.object({ body: z.pipe(z.pipe(z.string(), z.transform(parsed)), eventSchema) });

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/**
 * Counts the deliveries that one run queues for each failing webhook. Deliveries about critical alerts are counted
 * separately, so that they do not wait for others.
 */
class Turns {
  readonly #failing = new Map<string, Promise<boolean>>();
  readonly #taken = new Map<string, number>();

  /** Returns how many turns a delivery must wait: 0 if its webhook is not failing. */
  async take(table: Table, delivery: Delivery, isCritical: boolean): Promise<number> {
    const { webhook_id: id } = delivery;
    const failing = this.#failing.get(id) ?? isFailing(table, delivery);
    this.#failing.set(id, failing);
    if (!(await failing)) return 0;
    const places = isCritical ? `${id} critical` : id;
    const taken = this.#taken.get(places) ?? 0;
    this.#taken.set(places, taken + 1);
    return Math.floor(taken / DELIVERIES_PER_TURN);
  }
}

/** Whether the webhook is failing. A deleted or disabled one is not: the attempt ends its delivery immediately. */
async function isFailing(table: Table, { tenant_id, webhook_id }: Delivery): Promise<boolean> {
  const item = await getItem(table, WEBHOOKS.key(tenant_id, webhook_id));
  const webhook = item && WEBHOOKS.entityOf(item);
  return webhook?.status === 'active' && webhook.failing_since !== null;
}

/**
 * Stores a delivery with a timer that makes its first attempt in a minute. A delivery that exists already does not change.
 */
export async function postponeDelivery(
  table: Table,
  { identity, body }: Pick<NeededDelivery, 'identity' | 'body'>,
  { now, random }: { readonly now: Date; readonly random: () => number },
): Promise<void> {
  const next = formatTimestamp(firstAttemptAt(now, random()));
  const delivery = { ...newDelivery(identity), next_attempt_at: next };
  await commit(table, [putEntity(table, deliveryItem(delivery, body))]);
}
