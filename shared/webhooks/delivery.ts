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
 * The item of a delivery, with the body of every attempt. It expires a week after the last attempt. If another attempt follows,
 * the item has the timer of that attempt.
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

/** The partition of the timer index with the failed deliveries of a webhook, by the time at which they failed for good. */
export const failedPartition = (webhookId: string) => `failed#${webhookId}`;

/** The attributes that list a failed delivery, for a week. No timer runs in that partition: the next attempt needs a request. */
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
 * The id of the delivery of a history entry to a webhook. It is deterministic, so that receivers recognize a repetition, and
 * begins with the time of the entry, so that deliveries are in the order of events.
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
