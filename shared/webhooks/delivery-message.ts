import * as z from 'zod/mini';
import type { OutgoingMessage } from '../lambda/send-messages.ts';
import type { Delivery, DeliveryIdentity } from './delivery.ts';

const messageSchema = z.object({
  id: z.string(),
  webhook_id: z.string(),
  tenant_id: z.string(),
  event: z.string(),
  created_at: z.string(),
  /** How often it had been tried when this was sent. */
  attempts: z.int(),
  /** Of the first attempt only: then the delivery keeps it. */
  body: z.optional(z.string()),
});

/** That a delivery is to be tried. It may come late and twice: what is done is decided on the delivery. */
export type DeliveryMessage = z.infer<typeof messageSchema>;

/** SQS takes neither of these (API reference, "SendMessage"), which a text of an alert may hold. */
const NOT_TAKEN = /[\ufffe\uffff]/g;

/** A message as JSON. There characters stand in strings only, where they may be escaped. */
function writeBody(message: DeliveryMessage): string {
  return JSON.stringify(message).replace(NOT_TAKEN, (it) => `\\u${it.charCodeAt(0).toString(16)}`);
}

/** The message of a first attempt. Webhooks do not wait for each other: each has a group of its own. */
export function firstMessage(identity: DeliveryIdentity, body: string): OutgoingMessage {
  const message: DeliveryMessage = { ...identity, attempts: 0, body };
  return {
    body: writeBody(message),
    groupId: identity.webhook_id,
    deduplicationId: identity.id,
  };
}

/** The message of a delivery whose timer is due; of each time there is one. */
export function nextMessage(
  { id, webhook_id, tenant_id, event, created_at, attempts }: Delivery,
  due: string,
): OutgoingMessage {
  const message: DeliveryMessage = { id, webhook_id, tenant_id, event, created_at, attempts };
  return {
    body: writeBody(message),
    groupId: webhook_id,
    deduplicationId: `${id}-${Date.parse(due)}`,
  };
}

export function readDeliveryMessage(body: string): DeliveryMessage {
  return messageSchema.parse(JSON.parse(body));
}
