import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { ApiError, invalidField } from '../base/errors.ts';
import { timestampInput } from '../base/fields.ts';
import { runInLanes } from '../base/run-in-lanes.ts';
import { withMeta } from '../base/schema.ts';
import { formatTimestamp } from '../base/time.ts';
import { changeItem } from '../table/change-item.ts';
import { decideAndWrite } from '../table/decide-and-write.ts';
import { TIMER_INDEX, TTL_ATTRIBUTE } from '../table/definition.ts';
import { expression, expressionInput } from '../table/expression.ts';
import type { ItemKey } from '../table/keys.ts';
import { batchGet, getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { readVersion, type Version } from '../table/version.ts';
import { activeSubscribers, isSubscribed } from './active-subscribers.ts';
import {
  bodyOfDelivery,
  DELIVERIES,
  type Delivery,
  type DeliveryIdentity,
  deliveryId,
  deliveryItem,
  expiryAfter,
  failedPartition,
} from './delivery.ts';
import { type EntryKey, type PublishedEvent, readEvents } from './published-event.ts';
import { type OnUnreadable, WEBHOOKS, type Webhook } from './webhook.ts';

/** An event and a webhook that subscribes to it. */
export interface NeededDelivery {
  readonly identity: DeliveryIdentity;
  readonly body: string;
  /** Whether the event is about a critical alert. */
  readonly isCritical: boolean;
  /** Whether the webhook is failing: its last attempts did not succeed. */
  readonly isFailing: boolean;
}

/**
 * Finds the deliveries that history entries of one tenant need, whether or not they exist already. The same entries and
 * webhooks always give the same ids.
 */
export async function findDeliveries(
  table: Table,
  partition: string,
  entries: readonly EntryKey[],
  onUnreadable: OnUnreadable,
): Promise<NeededDelivery[]> {
  const webhooks = await activeSubscribers(table, partition, WEBHOOKS, onUnreadable);
  if (webhooks.length === 0) return [];
  return neededDeliveries(webhooks, await readEvents(table, entries, onUnreadable));
}

/** Makes the deliveries of events to the webhooks of their tenant. */
export function neededDeliveries(
  webhooks: readonly Webhook[],
  events: readonly PublishedEvent[],
): NeededDelivery[] {
  return events.flatMap((event) =>
    webhooks
      .filter((it) => isSubscribed(it, event))
      .map((it) => ({
        identity: identify(it, event),
        body: event.body,
        isCritical: event.alert?.severity === 'critical',
        isFailing: it.failing_since !== null,
      })),
  );
}

function identify({ id, tenant_id }: Webhook, { entryId, event, at }: PublishedEvent): DeliveryIdentity {
  return { id: deliveryId(id, entryId), webhook_id: id, tenant_id, event, created_at: at };
}

/** Gives an ended delivery of an active webhook one more attempt. */
export async function resendDelivery(
  table: Table,
  webhook: Webhook,
  deliveryId: string,
  now: Date,
): Promise<Delivery> {
  if (webhook.status !== 'active') throw new ApiError('webhook_not_active');
  const key = DELIVERIES.key(webhook.tenant_id, webhook.id, deliveryId);
  return attemptAgain(table, key, await getItem(table, key), {
    next: now,
    admits: ({ status }) => status !== 'pending',
  });
}

interface Stored {
  readonly delivery: Delivery;
  readonly body: string;
  readonly version: Version;
}

interface Again {
  /** The time of the next attempt. */
  readonly next: Date;
  /** Whether a delivery in this state gets another attempt. */
  readonly admits: (delivery: Delivery) => boolean;
}

/**
 * Gives a delivery one more attempt, which a timer makes. If several calls are concurrent, only one succeeds. If the delivery
 * has used up the attempts of its schedule, this one is the last; otherwise the schedule continues.
 */
function attemptAgain(
  table: Table,
  key: ItemKey,
  item: Readonly<Record<string, unknown>> | undefined,
  { next, admits }: Again,
): Promise<Delivery> {
  const load = async () => read(await getItem(table, key));
  return decideAndWrite(table, read(item), load, ({ delivery, body, version }, writeId) => {
    if (!admits(delivery)) throw new ApiError('delivery_not_ended');
    const at = formatTimestamp(next);
    const result: Delivery = { ...delivery, status: 'pending', next_attempt_at: at };
    // The expiry time is renewed, because the last attempt may be almost a week ago.
    const after = { ...deliveryItem(result, body), [TTL_ATTRIBUTE]: expiryAfter(at) };
    const write = changeItem(table, deliveryItem(delivery, body), after, { version, writeId });
    return { writes: [write], result };
  });
}

function read(item: Readonly<Record<string, unknown>> | undefined): Stored | undefined {
  if (!item) return undefined;
  return { delivery: DELIVERIES.entityOf(item), body: bodyOfDelivery(item), version: readVersion(item) };
}

const MINUTE_MS = 60_000;
/** How far back a request may reach. It allows for a client whose clock is wrong by minutes. */
const LONGEST_MS = 7 * 24 * 60 * MINUTE_MS + 5 * MINUTE_MS;

/** The limit of BatchGetItem. */
const PAGE_SIZE = 100;
const MOST_PAGES = 10;
const WRITES_AT_A_TIME = 25;

/**
 * The time between two attempts. New events of the webhook wait behind them, and many receivers take a tenth of a second for
 * each event.
 */
const SPACING_MS = 100;

const entrySchema = z.object({ pk: z.string(), sk: z.string() });

interface Wanted {
  readonly since: string;
  readonly now: Date;
  /** Whether there is time for another page. */
  readonly hasTime: () => boolean;
}

/**
 * Gives up to 1,000 deliveries of an active webhook one more attempt: those that have failed for good since the given time,
 * in the order in which they failed. Each gets only one, even if the request is sent twice at the same time, because a
 * delivery that waits for an attempt is no longer in the index.
 */
export async function recoverDeliveries(
  table: Table,
  webhook: Webhook,
  { since, now, hasTime }: Wanted,
): Promise<Recovery> {
  if (Math.abs(now.getTime() - Date.parse(since)) > LONGEST_MS) {
    throw invalidField('since', 'The since field must be within the last 7 days.');
  }
  if (webhook.status !== 'active') throw new ApiError('webhook_not_active');
  const query = {
    TableName: table.name,
    IndexName: TIMER_INDEX,
    Limit: PAGE_SIZE,
    ...expressionInput({ key: expression`#timer = ${failedPartition(webhook.id)} AND #due >= ${since}` }),
  };
  let queued = 0;
  let startKey: Record<string, unknown> | undefined;
  for (let page = 0; page === 0 || (startKey && page < MOST_PAGES && hasTime()); page += 1) {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({ ...query, ExclusiveStartKey: startKey }),
    );
    startKey = LastEvaluatedKey;
    const keys = Items.map((it) => entrySchema.parse(it));
    const items = keys.length > 0 ? await batchGet(table, keys) : [];
    const found = keys.map((key, place) => ({ key, item: items[place] }));
    await runInLanes(found, WRITES_AT_A_TIME, async ({ key, item }) => {
      const next = new Date(now.getTime() + queued * SPACING_MS);
      if (await isAdmitted(attemptAgain(table, key, item, { next, admits: hasFailed }))) queued += 1;
    });
  }
  return { queued, has_more: startKey !== undefined };
}

const hasFailed = ({ status }: { readonly status: string }) => status === 'failed';

/** Whether the delivery got the attempt: `false` if it already waits for one, or has expired since the index was read. */
async function isAdmitted(attempt: Promise<unknown>): Promise<boolean> {
  try {
    await attempt;
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return false;
    throw error;
  }
}

export const recoveryInputSchema = withMeta(
  z.strictObject({
    since: withMeta(timestampInput, { description: 'Within the last 7 days.' }),
  }),
  { id: 'RecoveryInput', examples: [{ since: '2026-11-20T06:00:00+00:00' }] },
);

export const recoverySchema = withMeta(
  z.object({
    queued: withMeta(z.int(), { description: 'The number of deliveries that are sent again.' }),
    has_more: withMeta(z.boolean(), { description: 'Whether others have failed since: repeat the request.' }),
  }),
  { id: 'Recovery', examples: [{ queued: 37, has_more: false }] },
);

type Recovery = z.infer<typeof recoverySchema>;
