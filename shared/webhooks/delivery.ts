import * as z from 'zod/mini';
import { derivedId } from '../base/digest.ts';
import { idField, timestampField } from '../base/fields.ts';
import { EXAMPLE_IDS } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { epochSecondsAfterDays } from '../base/time.ts';
import type { OutgoingMessage } from '../lambda/send-messages.ts';
import { DUE_ATTRIBUTE, TIMER_INDEX, TTL_ATTRIBUTE } from '../table/definition.ts';
import { defineKind } from '../table/kind.ts';
import { pageOf } from '../table/list-contract.ts';
import { type TimerAttributes, timerAttributes } from '../table/timer.ts';

const RETENTION_DAYS = 7;

export const deliverySchema = withMeta(
  z.object({
    id: withMeta(idField, { description: 'The header `webhook-id` of every attempt.' }),
    webhook_id: idField,
    tenant_id: idField,
    event: z.string(),
    status: withMeta(z.enum(['pending', 'delivered', 'failed']), { id: 'DeliveryStatus' }),
    attempts: withMeta(z.int(), { description: 'The number of attempts.' }),
    last_attempt_at: z.nullable(timestampField),
    next_attempt_at: withMeta(z.nullable(timestampField), {
      description: 'The approximate time of the next attempt; null if there is none.',
    }),
    status_code: withMeta(z.nullable(z.int()), {
      description: 'The status of the last response; null without a response.',
    }),
    milliseconds: withMeta(z.nullable(z.int()), { description: 'The duration of the last attempt.' }),
    error: withMeta(z.nullable(z.string()), {
      description:
        'Why the last attempt had no response, or was not made: `timeout`, `address_not_allowed`, `webhook_disabled`, or the code of a network error, such as `ECONNREFUSED`.',
      examples: ['timeout'],
    }),
    response: withMeta(z.nullable(z.string()), {
      description: 'The beginning of the last response, up to 500 bytes.',
    }),
    created_at: timestampField,
  }),
  {
    id: 'Delivery',
    description: 'The delivery of an event to a webhook.',
    examples: [
      {
        id: EXAMPLE_IDS.delivery,
        webhook_id: EXAMPLE_IDS.webhook,
        tenant_id: EXAMPLE_IDS.tenant,
        event: 'alert.raised',
        status: 'delivered',
        attempts: 1,
        last_attempt_at: '2026-11-20T12:00:31.000+00:00',
        next_attempt_at: null,
        status_code: 200,
        milliseconds: 84,
        error: null,
        response: 'ok',
        created_at: '2026-11-20T12:00:30.000+00:00',
      },
    ],
  },
);

export const deliveryPageSchema = pageOf(deliverySchema, 'DeliveryPage');

export type Delivery = z.infer<typeof deliverySchema>;

/** The deliveries of a webhook. No index contains them. */
export const DELIVERIES = defineKind({
  name: 'DELIVERY',
  schema: deliverySchema,
  under: ({ webhook_id }) => webhook_id,
});

export type DeliveryIdentity = Pick<Delivery, 'id' | 'webhook_id' | 'tenant_id' | 'event' | 'created_at'>;

export function newDelivery({ id, webhook_id, tenant_id, event, created_at }: DeliveryIdentity): Delivery {
  return {
    id,
    webhook_id,
    tenant_id,
    event,
    status: 'pending',
    attempts: 0,
    last_attempt_at: null,
    next_attempt_at: null,
    status_code: null,
    milliseconds: null,
    error: null,
    response: null,
    created_at,
  };
}

/**
 * Makes the item of a delivery, with the body that every attempt sends. It expires a week after the last attempt. If another
 * attempt follows, the item has a timer for it.
 */
export function deliveryItem(delivery: Delivery, body: string) {
  const { id, next_attempt_at: next, created_at, last_attempt_at } = delivery;
  const timer: Partial<TimerAttributes> =
    next === null ? {} : timerAttributes('delivery', id, new Date(next));
  return {
    ...DELIVERIES.item(delivery),
    [TTL_ATTRIBUTE]: expiryAfter(last_attempt_at ?? created_at),
    body,
    ...timer,
  };
}

/**
 * The partition of the timer index that lists the failed deliveries of a webhook, by the time at which they failed for good.
 */
export const failedPartition = (webhookId: string) => `failed#${webhookId}`;

/**
 * The attributes that list a failed delivery there for a week. No timer runs in that partition, because another attempt is
 * made only on request.
 */
export function failedAttributes({ webhook_id, status }: Delivery, at: string) {
  if (status !== 'failed') return {};
  return {
    [TIMER_INDEX]: failedPartition(webhook_id),
    [DUE_ATTRIBUTE]: at,
    [TTL_ATTRIBUTE]: expiryAfter(at),
  };
}

/** The time at which a delivery expires if this was its last attempt. */
export const expiryAfter = (at: string) => epochSecondsAfterDays(at, RETENTION_DAYS);

const bodySchema = z.object({ body: z.string() });

export function bodyOfDelivery(item: Readonly<Record<string, unknown>>): string {
  return bodySchema.parse(item).body;
}

/**
 * Makes the id of the delivery that reports a history entry to a webhook. The same entry and webhook always have the same id,
 * so that receivers recognize a repetition. The id begins with the time of the entry, so that deliveries sort in the order of
 * the events.
 */
export function deliveryId(webhookId: string, entryId: string): string {
  return derivedId(entryId, `${webhookId} ${entryId}`);
}

const messageSchema = z.object({
  id: z.string(),
  webhook_id: z.string(),
  tenant_id: z.string(),
  event: z.string(),
  created_at: z.string(),
  /** How many attempts had been made before this message was queued. */
  attempts: z.int(),
  /** Present in the message of the first attempt only; after that, the delivery stores the body. */
  body: z.optional(z.string()),
});

/**
 * The message that asks for one attempt. It may arrive late or twice: whether the attempt is made depends on the stored
 * delivery.
 */
export type DeliveryMessage = z.infer<typeof messageSchema>;

/** SQS rejects these characters (API reference, "SendMessage"), but alerts may contain them. */
const REJECTED = /[\ufffe\uffff]/g;

/** Writes a message as JSON, with these characters escaped. In JSON they occur only in strings, which allow this. */
function writeBody(message: DeliveryMessage): string {
  return JSON.stringify(message).replace(REJECTED, (it) => `\\u${it.charCodeAt(0).toString(16)}`);
}

/**
 * The message group of a webhook, so that webhooks do not delay each other. Critical alerts are a second group, so that
 * thousands of others do not delay them. Receivers take events in any order.
 */
const groupOf = (webhookId: string, isCritical: boolean) =>
  isCritical ? `${webhookId}-critical` : webhookId;

/** Makes the message that asks for the first attempt. */
export function firstMessage(identity: DeliveryIdentity, body: string, isCritical: boolean): OutgoingMessage {
  const message: DeliveryMessage = { ...identity, attempts: 0, body };
  return {
    body: writeBody(message),
    groupId: groupOf(identity.webhook_id, isCritical),
    deduplicationId: identity.id,
  };
}

/** Makes the message that asks for the next attempt when the timer of a delivery is due. There is one for each due time. */
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
