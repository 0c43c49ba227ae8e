import type { OutgoingMessage } from '../lambda/send-messages.ts';
import { DUE_ATTRIBUTE } from '../table/definition.ts';
import { getItem } from '../table/get-item.ts';
import type { Table } from '../table/table.ts';
import { updateIf } from '../table/update-if.ts';
import { formatTimestamp } from '../time.ts';
import type { TimerWork } from '../timers/timer-work.ts';
import { DELIVERIES, type Delivery } from './delivery.ts';
import { nextMessage } from './delivery-message.ts';
import { WEBHOOKS } from './webhook.ts';

/** When a message that nobody has answered for is sent again: it may have become a dead letter, or waits behind others. */
const AGAIN_MS = 3_600_000;

/**
 * Of a webhook that is failing, a run takes so many deliveries, and as many wait so much longer: that is 12 a minute of all
 * shards, which is what a receiver that hangs takes. More would pile up in the queue before what others are told, since SQS
 * looks through the first 120,000 messages only (AWS, "Avoiding large message backlogs with the same message group ID").
 */
const MOST_OF_A_TURN = 3;
const TURN_MS = 240_000;

/**
 * What is done when deliveries are to be tried again, by one run: they are sent to the queue of their webhook. Attempts take
 * seconds where a receiver hangs, which the timers of devices and alerts must not wait for.
 */
export function deliveryWork(send: (message: OutgoingMessage) => Promise<void>): TimerWork {
  const turns = new Turns();
  return {
    async run(item, { table, now }) {
      const delivery = DELIVERIES.entityOf(item);
      const due = String(item[DUE_ATTRIBUTE]);
      const turn = await turns.take(table, delivery);
      if (turn === 0) await send(nextMessage(delivery, due));
      // Where the attempt was quicker than this, its own timer stays.
      const later = turn === 0 ? AGAIN_MS : turn * TURN_MS;
      await updateIf(table, DELIVERIES.key(delivery.tenant_id, delivery.webhook_id, delivery.id), {
        UpdateExpression: 'SET #due = :later',
        ConditionExpression: '#due = :due',
        ExpressionAttributeNames: { '#due': DUE_ATTRIBUTE },
        ExpressionAttributeValues: {
          ':later': formatTimestamp(new Date(now.getTime() + later)),
          ':due': due,
        },
      });
    },
  };
}

/** Whose turn it is of the deliveries of a run, by webhook. */
class Turns {
  readonly #failing = new Map<string, Promise<boolean>>();
  readonly #taken = new Map<string, number>();

  /** How many turns a delivery waits: none where its webhook is not failing. */
  async take(table: Table, delivery: Delivery): Promise<number> {
    const { webhook_id: id } = delivery;
    const failing = this.#failing.get(id) ?? isFailing(table, delivery);
    this.#failing.set(id, failing);
    if (!(await failing)) return 0;
    const taken = this.#taken.get(id) ?? 0;
    this.#taken.set(id, taken + 1);
    return Math.floor(taken / MOST_OF_A_TURN);
  }
}

/** One that is gone or disabled is not: the attempt finds that out, and ends the delivery quickly. */
async function isFailing(table: Table, { tenant_id, webhook_id }: Delivery): Promise<boolean> {
  const item = await getItem(table, WEBHOOKS.key(tenant_id, webhook_id));
  const webhook = item && WEBHOOKS.entityOf(item);
  return webhook?.status === 'active' && webhook.failing_since !== null;
}
