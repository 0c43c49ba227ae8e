import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { GUARD_ITSELF } from '../../shared/actor.ts';
import { withAudit } from '../../shared/audit/audit-log.ts';
import type { Invocation, InvocationState } from '../../shared/lambda/invocation.ts';
import { lambdaRuntime, type RuntimeSource } from '../../shared/lambda/runtime.ts';
import { createTriggeredHandler } from '../../shared/lambda/triggered-handler.ts';
import { lambdaNetwork } from '../../shared/outbound/lambda-network.ts';
import { randomFraction } from '../../shared/random-fraction.ts';
import { connectKey } from '../../shared/secrets/connect-key.ts';
import { type AttemptResult, isSlow, isSuccess } from '../../shared/webhooks/attempt.ts';
import { deliver } from '../../shared/webhooks/deliver.ts';
import { readDeliveryMessage } from '../../shared/webhooks/delivery-message.ts';
import { postToWebhook } from '../../shared/webhooks/post-to-webhook.ts';
import { deliverWebhookTrigger } from './deliver-webhook.trigger.ts';

export function createHandler(source: RuntimeSource) {
  return createTriggeredHandler(source, deliverWebhookTrigger, deliverWebhook);
}

export const handler = createHandler(lambdaRuntime);

async function deliverWebhook({ state, Records }: Invocation<SQSEvent>): Promise<SQSBatchResponse> {
  for (const [place, record] of Records.entries()) {
    if (await deliverRecord(record, state)) continue;
    // In a FIFO queue, all messages after a failed one must be repeated (AWS, "Using Lambda with Amazon SQS").
    const failed = Records.slice(place).map(({ messageId }) => ({ itemIdentifier: messageId }));
    return { batchItemFailures: failed };
  }
  return { batchItemFailures: [] };
}

/** Whether to log the webhook: its other events queue up behind this attempt. */
const isNotable = (result: AttemptResult) => !isSuccess(result) || isSlow(result);

/** Resolves to whether the message can be deleted. */
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
