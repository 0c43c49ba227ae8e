import type { DynamoDBStreamEvent, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { withAudit } from '../../shared/audit/audit-log.ts';
import { AUDIT_PREFIX } from '../../shared/audit/seal.ts';
import { readAuditChanges, storeUnsealed } from '../../shared/audit/unsealed.ts';
import { GUARD_ITSELF } from '../../shared/base/actor.ts';
import { randomFraction } from '../../shared/base/random.ts';
import { connectKey } from '../../shared/lambda/connect-key.ts';
import type { Environment } from '../../shared/lambda/environment.ts';
import type { Invocation, InvocationState } from '../../shared/lambda/invocation.ts';
import { lambdaNetwork } from '../../shared/lambda/outbound.ts';
import type { RuntimeSource } from '../../shared/lambda/runtime.ts';
import { type SendMessages, sendMessages } from '../../shared/lambda/send-messages.ts';
import {
  DELIVER_WEBHOOK,
  defineTrigger,
  KEEP_PICTURES,
  NOTIFY_PEOPLE,
  queueUrlOf,
} from '../../shared/lambda/trigger.ts';
import { createTriggeredHandler } from '../../shared/lambda/triggered-handler.ts';
import { publishEntries } from '../../shared/notify/publish-entries.ts';
import { removedObjects, writeRemoval } from '../../shared/pictures/picture-messages.ts';
import { markHours } from '../../shared/statistics/mark-hours.ts';
import { picturePrefix } from '../../shared/table/keys.ts';
import { type AttemptResult, isSlow, isSuccess } from '../../shared/webhooks/attempt.ts';
import { deliver, postToWebhook } from '../../shared/webhooks/deliver.ts';
import { readDeliveryMessage } from '../../shared/webhooks/delivery.ts';
import { entriesOf, OUTBOX_CHANGES } from '../../shared/webhooks/published-event.ts';

export const deliverWebhookTrigger = defineTrigger('jobs/webhooks/deliver-webhook', {
  description: 'Sends an event to a webhook',
  trigger: {
    kind: 'queue',
    isFifo: true,
    // In a larger batch, a receiver that is slow would delay other webhooks.
    batchSize: 1,
    attempts: 10,
    // Each receiver that does not answer occupies a run. An account has 1,000 concurrent runs by default, and the API needs
    // the others.
    maxConcurrency: 100,
  },
  settings: ['GUARD_AUDIT_RETENTION_DAYS', 'GUARD_WEBHOOK_DECRYPTION_KEY'],
  // PutItem is for the event of the audit log when Guard disables a webhook.
  table: { actions: ['BatchGetItem', 'PutItem', 'UpdateItem'] },
  // An attempt takes at most 5 s, and each call of the table and of KMS 6 s.
  timeoutSeconds: 30,
});

/**
 * Publishes each new history entry to webhooks and to people: Guard has no other outbox than its histories. It also
 * queues the removal of pictures that have left the table, stores the hashes of audit events, and marks the hours that
 * statistics must count again. One function does all this, because a
 * stream may have only two readers; if the table is unavailable, no event can be published either. The function keeps its old
 * name, because a new one would make a new stream reader, which begins from the start.
 */
export const queueWebhooksTrigger = defineTrigger('jobs/webhooks/queue-webhooks', {
  description: 'Publishes events to webhooks and people',
  trigger: {
    kind: 'stream',
    changes: { ...OUTBOX_CHANGES, REMOVE: [picturePrefix()] },
    partitions: [AUDIT_PREFIX],
    // BatchGetItem reads 100 items: for each entry, the entry and its alert.
    batchSize: 50,
    // The limit is half of the stream's retention, because Lambda can store a change elsewhere only while the stream still
    // contains it.
    maximumAgeSeconds: 43_200,
    // Enough retries for the whole maximum age, if the table or the queue is unavailable.
    retries: 10_000,
    storesDeadLetters: true,
  },
  table: { actions: ['BatchGetItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'] },
  sendsTo: [DELIVER_WEBHOOK, NOTIFY_PEOPLE, KEEP_PICTURES],
  timeoutSeconds: 30,
});

interface Outside {
  readonly environment: Environment;
  readonly send: SendMessages;
}

const LAMBDA: Outside = { environment: process.env, send: sendMessages };

/**
 * Makes the handler. If a batch fails, each half of it is repeated. Receivers recognize repeated deliveries by their id, and
 * so does the function that notifies people.
 */
export function queueWebhooksHandler(source: RuntimeSource, { environment, send }: Outside = LAMBDA) {
  return createTriggeredHandler(
    source,
    queueWebhooksTrigger,
    async ({ state, Records }: Invocation<DynamoDBStreamEvent>): Promise<void> => {
      const { runtime, now, metrics } = state;
      const { events, tampered } = readAuditChanges(Records);
      for (const key of tampered) runtime.logger.error('Audit log changed', { ...key });
      if (tampered.length > 0) metrics.push({ name: 'AuditTampering', value: tampered.length });
      await publishEntries(runtime.table, entriesOf(Records), {
        now,
        random: randomFraction(runtime.randomBytes),
        sendToWebhooks: (messages) => send(queueUrlOf(environment, DELIVER_WEBHOOK), messages),
        sendToPeople: (messages) => send(queueUrlOf(environment, NOTIFY_PEOPLE), messages),
        onUnreadable({ pk, sk }, error) {
          runtime.logger.error('Event not published', { pk, sk, error: runtime.nameSources(error) });
          metrics.push({ name: 'WebhookDeliveries', value: 1, dimensions: { outcome: 'unreadable' } });
        },
      });
      const removed = removedObjects(Records);
      if (removed.length > 0) {
        await send(queueUrlOf(environment, KEEP_PICTURES), [{ body: writeRemoval(removed) }]);
      }
      await storeUnsealed(runtime.table, events);
      await markHours(runtime.table, Records, now);
    },
  );
}

export function deliverWebhookHandler(source: RuntimeSource) {
  return createTriggeredHandler(source, deliverWebhookTrigger, deliverWebhook);
}

async function deliverWebhook({ state, Records }: Invocation<SQSEvent>): Promise<SQSBatchResponse> {
  for (const [place, record] of Records.entries()) {
    if (await deliverRecord(record, state)) continue;
    // In a FIFO queue, all messages after a failed one must be repeated, too (AWS, "Using Lambda with Amazon SQS").
    const failed = Records.slice(place).map(({ messageId }) => ({ itemIdentifier: messageId }));
    return { batchItemFailures: failed };
  }
  return { batchItemFailures: [] };
}

/** Whether the webhook is logged, because its other events must wait behind this attempt. */
const isNotable = (result: AttemptResult) => !isSuccess(result) || isSlow(result);

/** Handles one message. Resolves to whether it can be deleted. */
async function deliverRecord(
  { body }: SQSRecord,
  { runtime, now, metrics }: InvocationState,
): Promise<boolean> {
  const { logger, nameSources, randomBytes, stopwatch, clock, settings } = runtime;
  const table = withAudit(runtime.table, {
    actor: GUARD_ITSELF,
    ip_address: null,
    user_agent: null,
    request_id: null,
    now,
    randomBytes,
    retentionDays: settings.auditRetentionDays,
  });
  const posting = { network: lambdaNetwork(stopwatch), destinations: settings.destinations, now };
  try {
    const message = readDeliveryMessage(body);
    const { outcome, disabled, result } = await deliver(table, message, {
      now,
      random: randomFraction(randomBytes),
      key: connectKey(settings.webhookDecryptionKey, clock),
      post: (webhook, text, secrets) => postToWebhook(webhook, text, secrets, posting),
    });
    metrics.push({ name: 'WebhookDeliveries', value: 1, dimensions: { outcome } });
    const ids = { tenantId: message.tenant_id, webhookId: message.webhook_id };
    if (result && isNotable(result)) {
      const { statusCode, milliseconds } = result;
      logger.info('Webhook slow or failing', { ...ids, outcome, statusCode, milliseconds });
    }
    if (disabled) {
      logger.warn('Webhook disabled', ids);
      metrics.push({ name: 'DisabledWebhooks', value: 1 });
    }
    return true;
  } catch (error) {
    logger.error('Webhook not delivered', { error: nameSources(error) });
    return false;
  }
}
