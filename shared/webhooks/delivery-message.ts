import * as z from 'zod/mini';
import type { OutgoingMessage } from '../lambda/send-messages.ts';
import type { Delivery, DeliveryIdentity } from './delivery.ts';

const messageSchema = z.object({
  id: z.string(),
  webhook_id: z.string(),
  tenant_id: z.string(),
  event: z.string(),
  created_at: z.string(),
  /** The number of attempts before this message. */
  attempts: z.int(),
  /** Present for the first attempt only; later the delivery stores it. */
  body: z.optional(z.string()),
});

/** Asks for one attempt. It may arrive late or twice: the stored delivery decides whether the attempt is made. */
export type DeliveryMessage = z.infer<typeof messageSchema>;

/** SQS rejects these characters (API reference, "SendMessage"), but an alert may contain them. */
const REJECTED = /[\ufffe\uffff]/g;

/** In JSON these characters occur in strings only, where they can be escaped. */
function writeBody(message: DeliveryMessage): string {
  return JSON.stringify(message).replace(REJECTED, (it) => `\\u${it.charCodeAt(0).toString(16)}`);
}

/**
 * Each webhook has its own group, so that webhooks do not delay each other. Its critical alerts have another, so that thousands of
 * lower ones do not delay them: receivers take events in any order.
 */
const groupOf = (webhookId: string, isCritical: boolean) =>
  isCritical ? `${webhookId}-critical` : webhookId;

/** The message of a first attempt. */
export function firstMessage(identity: DeliveryIdentity, body: string, isCritical: boolean): OutgoingMessage {
  const message: DeliveryMessage = { ...identity, attempts: 0, body };
  return {
    body: writeBody(message),
    groupId: groupOf(identity.webhook_id, isCritical),
    deduplicationId: identity.id,
  };
}

/** The message of a delivery when its timer is due, one for each due time. */
export function nextMessage(
  { id, webhook_id, tenant_id, event, created_at, attempts }: Delivery,
  due: string,
  isCritical: boolean,
): OutgoingMessage {
  const message: DeliveryMessage = { id, webhook_id, tenant_id, event, created_at, attempts };
  return {
    body: writeBody(message),
    groupId: groupOf(webhook_id, isCritical),
    deduplicationId: `${id}-${Date.parse(due)}`,
  };
}

export function readDeliveryMessage(body: string): DeliveryMessage {
  return messageSchema.parse(JSON.parse(body));
}
