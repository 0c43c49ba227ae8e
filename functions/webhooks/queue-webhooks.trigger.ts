import { defineTrigger } from '../../shared/lambda/trigger.ts';
import { deliverWebhookTrigger } from './deliver-webhook.trigger.ts';

/** Has webhooks told of what happened: of each new entry of the histories, which are the only outbox. */
export const queueWebhooksTrigger = defineTrigger('webhooks/queue-webhooks', {
  description: 'Has webhooks told of what happened',
  trigger: {
    kind: 'stream',
    changes: { INSERT: ['HISTORY#'] },
    // An entry and its alert are read at once, and 100 items are.
    batchSize: 50,
    maximumAgeSeconds: 86_400,
    // While nothing of the table or the queue can be reached, it tries for that day.
    retries: 10_000,
  },
  table: { actions: ['BatchGetItem', 'PutItem', 'Query'] },
  sendsTo: [deliverWebhookTrigger.name],
  timeoutSeconds: 30,
});
