import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { EXAMPLE_IDS } from '../example-ids.ts';
import { idField, timestampField } from '../fields.ts';
import { pageOf } from '../lists/contract.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import { defineKind } from '../table/kind.ts';
import { epochSecondsAfterDays } from '../time.ts';
import { type TimerAttributes, timerAttributes } from '../timers/timer.ts';
import { withMeta } from '../with-meta.ts';

/** For how long it can be seen what was delivered. */
const KEPT_DAYS = 7;

export const deliverySchema = withMeta(
  z.object({
    id: withMeta(idField, { description: 'What every attempt says in the header `webhook-id`.' }),
    webhook_id: idField,
    tenant_id: idField,
    event: z.string(),
    status: withMeta(z.enum(['pending', 'delivered', 'failed']), { id: 'DeliveryStatus' }),
    attempts: withMeta(z.int(), { description: 'How often it was tried.' }),
    last_attempt_at: z.nullable(timestampField),
    next_attempt_at: withMeta(z.nullable(timestampField), {
      description: 'About when it is tried again; null where it is not.',
    }),
    status_code: withMeta(z.nullable(z.int()), {
      description: 'What the last attempt was answered; null where nothing was.',
    }),
    milliseconds: withMeta(z.nullable(z.int()), { description: 'How long the last attempt took.' }),
    error: withMeta(z.nullable(z.string()), {
      description:
        'Why the last attempt had no answer, or why there is none: `timeout`, `address_not_allowed`, `webhook_disabled`, or the name of the error of the network, such as `ECONNREFUSED`.',
      examples: ['timeout'],
    }),
    response: withMeta(z.nullable(z.string()), {
      description: 'How the last answer began: up to 500 bytes of it.',
    }),
    created_at: timestampField,
  }),
  {
    id: 'Delivery',
    description: 'An event that a webhook was told, or is going to be.',
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

/** The deliveries of a webhook. They stand under it and in no index. */
export const DELIVERIES = defineKind({
  name: 'DELIVERY',
  schema: deliverySchema,
  under: ({ webhook_id }) => webhook_id,
});

/** Which event is delivered to which webhook. */
export type DeliveryIdentity = Pick<Delivery, 'id' | 'webhook_id' | 'tenant_id' | 'event' | 'created_at'>;

/** A delivery before its first attempt. */
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
 * The item of a delivery, which the table removes a week after its last attempt. One that is tried again keeps the body that was sent, and
 * has the timer of its next attempt.
 */
export function deliveryItem(delivery: Delivery, body: string) {
  const { id, next_attempt_at: next, created_at, last_attempt_at } = delivery;
  const pending: { body?: string } & Partial<TimerAttributes> =
    next === null ? {} : { body, ...timerAttributes('delivery', id, new Date(next)) };
  return {
    ...DELIVERIES.item(delivery),
    [TTL_ATTRIBUTE]: epochSecondsAfterDays(last_attempt_at ?? created_at, KEPT_DAYS),
    ...pending,
  };
}

const bodySchema = z.object({ body: z.optional(z.string()) });

/** The body that a delivery keeps while it is to be tried again. */
export function bodyOfDelivery(item: Readonly<Record<string, unknown>>): string | undefined {
  return bodySchema.parse(item).body;
}

/**
 * The id of what is told to a webhook of an entry: the same whoever makes it and however often, so that the receiver knows
 * what comes twice. It is of the entry's time, so that deliveries are in the order of the events.
 */
export function deliveryId(webhookId: string, entryId: string): string {
  const digits = hash('sha256', `${webhookId} ${entryId}`, 'hex');
  const variant = '89ab'[Number.parseInt(digits.charAt(3), 16) % 4];
  return [
    entryId.slice(0, 13),
    `7${digits.slice(0, 3)}`,
    `${variant}${digits.slice(4, 7)}`,
    digits.slice(7, 19),
  ].join('-');
}
