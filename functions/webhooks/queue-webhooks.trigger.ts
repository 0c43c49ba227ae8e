import { defineTrigger } from '../../shared/lambda/trigger.ts';
import { AUDIT_PREFIX } from '../../shared/seals/seal.ts';
import { OUTBOX_PREFIXES } from '../../shared/webhooks/event-types.ts';
import { notifyPeopleTrigger } from '../notifications/notify-people.trigger.ts';
import { deliverWebhookTrigger } from './deliver-webhook.trigger.ts';

/**
 * Publishes each new history entry, to webhooks and to people: the histories are the only outbox. It also stores the hashes
 * of audit events, and marks the hours that statistics count again, because a stream has at most two readers. Both need only
 * the table, without which no event is published either. Its name is older than its other work: a new name would mean a new
 * stream reader, which begins anew.
 */
export const queueWebhooksTrigger = defineTrigger('webhooks/queue-webhooks', {
  description: 'Publishes events to webhooks and people',
  trigger: {
    kind: 'stream',
    changes: { INSERT: OUTBOX_PREFIXES },
    partitions: [AUDIT_PREFIX],
    // BatchGetItem reads 100 items: each entry and its alert.
    batchSize: 50,
    // Half of the stream's retention: Lambda can store a change only while the stream still contains it.
    maximumAgeSeconds: 43_200,
    // This is enough to retry for the whole maximum age while the table or the queue is unavailable.
    retries: 10_000,
    storesDeadLetters: true,
  },
  table: { actions: ['BatchGetItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'] },
  sendsTo: [deliverWebhookTrigger.name, notifyPeopleTrigger.name],
  timeoutSeconds: 30,
});
