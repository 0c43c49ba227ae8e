import type { DynamoDBStreamEvent } from 'aws-lambda';
import type { Environment } from '../../shared/lambda/environment.ts';
import type { Invocation } from '../../shared/lambda/invocation.ts';
import { lambdaRuntime, type RuntimeSource } from '../../shared/lambda/runtime.ts';
import { type SendMessages, sendMessages } from '../../shared/lambda/send-messages.ts';
import { queueUrlOf } from '../../shared/lambda/trigger.ts';
import { createTriggeredHandler } from '../../shared/lambda/triggered-handler.ts';
import { publishEntries } from '../../shared/notifications/publish-entries.ts';
import { randomFraction } from '../../shared/random-fraction.ts';
import { readAuditChanges, storeUnsealed } from '../../shared/seals/unsealed.ts';
import { markHours } from '../../shared/statistics/mark-hours.ts';
import { entriesOf } from '../../shared/webhooks/read-events.ts';
import { notifyPeopleTrigger } from '../notifications/notify-people.trigger.ts';
import { deliverWebhookTrigger } from './deliver-webhook.trigger.ts';
import { queueWebhooksTrigger } from './queue-webhooks.trigger.ts';

interface Outside {
  readonly environment: Environment;
  readonly send: SendMessages;
}

const LAMBDA: Outside = { environment: process.env, send: sendMessages };

/** A failed batch is repeated in halves; receivers recognize repeated deliveries, and events for people, by their id. */
export function createHandler(source: RuntimeSource, { environment, send }: Outside = LAMBDA) {
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
        sendToWebhooks: (messages) => send(queueUrlOf(environment, deliverWebhookTrigger.name), messages),
        sendToPeople: (messages) => send(queueUrlOf(environment, notifyPeopleTrigger.name), messages),
        onUnreadable({ pk, sk }, error) {
          runtime.logger.error('Event not published', { pk, sk, error: runtime.nameSources(error) });
          metrics.push({ name: 'WebhookDeliveries', value: 1, dimensions: { outcome: 'unreadable' } });
        },
      });
      await storeUnsealed(runtime.table, events);
      await markHours(runtime.table, Records, now);
    },
  );
}

export const handler = createHandler(lambdaRuntime);
