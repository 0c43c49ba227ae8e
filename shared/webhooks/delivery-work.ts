import type { OutgoingMessage } from '../lambda/send-messages.ts';
import { DUE_ATTRIBUTE } from '../table/definition.ts';
import { updateIf } from '../table/update-if.ts';
import { formatTimestamp } from '../time.ts';
import type { TimerWork } from '../timers/timer-work.ts';
import { DELIVERIES } from './delivery.ts';
import { nextMessage } from './delivery-message.ts';

/** When a message that nobody has answered for is sent again: it may have become a dead letter, or waits behind others. */
const AGAIN_MS = 3_600_000;

/**
 * What is done when a delivery is to be tried again: it is sent to the queue of its webhook. Attempts take seconds where a
 * receiver hangs, which the timers of devices and alerts must not wait for.
 */
export const deliveryWork = (send: (message: OutgoingMessage) => Promise<void>): TimerWork => ({
  async run(item, { table, now }) {
    const delivery = DELIVERIES.entityOf(item);
    const due = String(item[DUE_ATTRIBUTE]);
    await send(nextMessage(delivery, due));
    // Where the attempt was quicker than this, its own timer stays.
    await updateIf(table, DELIVERIES.key(delivery.tenant_id, delivery.webhook_id, delivery.id), {
      UpdateExpression: 'SET #due = :later',
      ConditionExpression: '#due = :due',
      ExpressionAttributeNames: { '#due': DUE_ATTRIBUTE },
      ExpressionAttributeValues: {
        ':later': formatTimestamp(new Date(now.getTime() + AGAIN_MS)),
        ':due': due,
      },
    });
  },
});
