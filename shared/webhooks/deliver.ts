import { formatTimestamp, toEpochSeconds } from '../base/time.ts';
import { allowedAddresses, type Destinations, type Network, readOutboundUrl } from '../lambda/outbound.ts';
import type { SecretKey } from '../lambda/secret-key.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { changeItem } from '../table/change-item.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { decideAndWrite } from '../table/decide-and-write.ts';
import { tenantKey } from '../table/keys.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { readVersion, type Version } from '../table/version.ts';
import { TENANTS } from '../tenants/tenant.ts';
import {
  type AttemptResult,
  attemptPost,
  type DeliveryOutcome,
  isGone,
  isSuccess,
  webhookAfterAttempt,
} from './attempt.ts';
import {
  bodyOfDelivery,
  DELIVERIES,
  type Delivery,
  type DeliveryIdentity,
  type DeliveryMessage,
  deliveryItem,
  failedAttributes,
  newDelivery,
} from './delivery.ts';
import { firstAttemptAt, nextAttemptAt, nextCheckAt } from './retry-schedule.ts';
import { currentSecrets, signatureHeaders } from './signature.ts';
import { type StoredWebhook, WEBHOOKS, type Webhook, webhookItem } from './webhook.ts';

export interface DeliveryContext {
  readonly now: Date;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  /** Decrypts the secrets. */
  readonly key: Pick<SecretKey, 'decrypt'>;
  /** Makes one attempt. */
  readonly post: (
    webhook: Webhook,
    message: { id: string; body: string },
    secrets: readonly string[],
  ) => Promise<AttemptResult>;
}

interface DeliveryResult {
  readonly outcome: DeliveryOutcome;
  /** Whether this attempt disabled the webhook. */
  readonly disabled: boolean;
  /** Present if a request was sent in this run. */
  readonly result?: AttemptResult;
}

const SKIPPED: DeliveryResult = { outcome: 'skipped', disabled: false };

interface Loaded {
  readonly stored: StoredWebhook | undefined;
  readonly delivery: Delivery | undefined;
  readonly body: string | undefined;
  readonly isTenantActive: boolean;
  /** The version of the delivery. */
  readonly version: Version;
}

/**
 * Makes one attempt and records its result. Does nothing if another attempt was made since this one was queued. The first
 * attempt for a failing webhook is postponed, so that an unavailable receiver does not get a request for every event. Throws
 * if a secret cannot be decrypted: the queue then repeats the message, and once that is in the dead-letter queue, a timer
 * does.
 */
export async function deliver(
  table: Table,
  message: DeliveryMessage,
  { now, random, key, post }: DeliveryContext,
): Promise<DeliveryResult> {
  const load = () => loadDelivery(table, message);
  const loaded = await load();
  const { stored, delivery: known } = loaded;
  const body = loaded.body ?? message.body;
  if (!isCurrent(loaded, message) || body === undefined) return SKIPPED;
  const delivery = known ?? newDelivery(message);
  const record = (after: Delivery, result?: AttemptResult) =>
    recordDelivery(table, { message, loaded, load, body, after, result, now });
  const postpone = async () => {
    if (!known)
      await record({ ...delivery, next_attempt_at: formatTimestamp(firstAttemptAt(now, random())) });
  };
  if (stored?.entity.status !== 'active') {
    if (known) await record({ ...known, status: 'failed', next_attempt_at: null, error: 'webhook_disabled' });
    return SKIPPED;
  }
  if (!loaded.isTenantActive) {
    // The delivery is checked again, because the tenant may become active before the delivery expires.
    if (known) await record({ ...known, next_attempt_at: formatTimestamp(nextCheckAt(now)) });
    return SKIPPED;
  }
  if (stored.entity.failing_since !== null && message.body !== undefined) {
    await postpone();
    return { outcome: 'put_off', disabled: false };
  }
  const secrets = await currentSecrets(stored, formatTimestamp(now), key).catch(async (error: unknown) => {
    await postpone();
    throw error;
  });
  const result = await post(stored.entity, { id: delivery.id, body }, secrets);
  const after = afterAttempt(delivery, result, { now, random });
  const disabled = await record(after, result);
  return { outcome: OUTCOMES[after.status], disabled, result };
}

const OUTCOMES = { delivered: 'succeeded', pending: 'failed', failed: 'given_up' } as const;

/** Whether no other attempt was made since this one was queued. */
function isCurrent({ delivery }: Loaded, { attempts }: DeliveryMessage): boolean {
  return delivery ? delivery.status === 'pending' && delivery.attempts === attempts : attempts === 0;
}

async function loadDelivery(table: Table, { tenant_id, webhook_id, id }: DeliveryIdentity): Promise<Loaded> {
  const [webhook, delivery, tenant] = await batchGet(table, [
    WEBHOOKS.key(tenant_id, webhook_id),
    DELIVERIES.key(tenant_id, webhook_id, id),
    tenantKey(tenant_id),
  ]);
  return {
    stored: webhook && WEBHOOKS.read(webhook),
    delivery: delivery && DELIVERIES.entityOf(delivery),
    body: delivery && bodyOfDelivery(delivery),
    isTenantActive: tenant !== undefined && TENANTS.entityOf(tenant).status === 'active',
    version: readVersion(delivery),
  };
}

function afterAttempt(
  delivery: Delivery,
  result: AttemptResult,
  { now, random }: Pick<DeliveryContext, 'now' | 'random'>,
): Delivery {
  const attempts = delivery.attempts + 1;
  const isOver = isSuccess(result) || isGone(result);
  const next = isOver ? undefined : nextAttemptAt(attempts, now, random(), result.retryAfter);
  return {
    ...delivery,
    status: isSuccess(result) ? 'delivered' : next ? 'pending' : 'failed',
    attempts,
    last_attempt_at: formatTimestamp(now),
    next_attempt_at: next ? formatTimestamp(next) : null,
    status_code: result.statusCode,
    milliseconds: result.milliseconds,
    error: result.error,
    response: result.response,
  };
}

interface Recording {
  readonly message: DeliveryMessage;
  readonly loaded: Loaded;
  readonly load: () => Promise<Loaded>;
  readonly body: string;
  readonly after: Delivery;
  readonly result: AttemptResult | undefined;
  readonly now: Date;
}

/** Writes the delivery and, if the result changes it, the webhook. Resolves to whether the result disabled the webhook. */
function recordDelivery(table: Table, recording: Recording): Promise<boolean> {
  const { message, loaded, load, body, after, result, now } = recording;
  return decideAndWrite(table, loaded, load, (current, writeId) => {
    if (!isCurrent(current, message)) return { writes: [], result: false };
    const { delivery, version, stored } = current;
    const item = { ...deliveryItem(after, body), ...failedAttributes(after, formatTimestamp(now)) };
    const before = delivery ? deliveryItem(delivery, body) : { pk: item.pk, sk: item.sk };
    const writes: GuardedWrite[] = [changeItem(table, before, item, { version, writeId })];
    // If the URL of the webhook was replaced meanwhile, the response changes only its delivery.
    const isSameUrl = stored?.entity.url === loaded.stored?.entity.url;
    const changed =
      result && stored && isSameUrl && webhookAfterAttempt(stored.entity, result, formatTimestamp(now));
    if (!stored || !changed) return { writes, result: false };
    const [from, to] = [webhookItem(stored.entity, stored.secrets), webhookItem(changed, stored.secrets)];
    const isDisabled = changed.status !== stored.entity.status;
    return {
      writes: [
        ...writes,
        changeItem(table, from, to, { version: stored.version, writeId }),
        ...(isDisabled ? auditWrites(table, WEBHOOKS, stored.entity, changed) : []),
      ],
      result: isDisabled,
    };
  });
}

interface PostContext {
  readonly network: Network;
  readonly destinations: Destinations;
  readonly now: Date;
}

/** Signs a message and sends it once. Checks the URL again, because another release with other rules may have stored it. */
export async function postToWebhook(
  { url: text }: Pick<Webhook, 'url'>,
  message: { readonly id: string; readonly body: string },
  secrets: readonly string[],
  { network, destinations, now }: PostContext,
): Promise<AttemptResult> {
  const url = readOutboundUrl(text, destinations);
  if (!url) return { statusCode: null, milliseconds: 0, response: null, error: 'address_not_allowed' };
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Guard-Webhooks/1',
    ...signatureHeaders({ ...message, timestamp: toEpochSeconds(now) }, secrets),
  };
  return attemptPost(url, { headers, body: message.body, isAllowed: allowedAddresses(url) }, network);
}
