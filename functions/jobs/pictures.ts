import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Invocation } from '../../shared/lambda/invocation.ts';
import type { RuntimeSource } from '../../shared/lambda/runtime.ts';
import { defineTrigger } from '../../shared/lambda/trigger.ts';
import { createTriggeredHandler } from '../../shared/lambda/triggered-handler.ts';
import { readPictureMessage } from '../../shared/pictures/picture-messages.ts';
import { connectPictureStore } from '../../shared/pictures/picture-store.ts';
import { takeUpload } from '../../shared/pictures/take-upload.ts';

/**
 * Checks, cleans and keeps the uploads that have arrived, and deletes the objects of pictures that are no longer in the table. No
 * other endpoint or reader touches the objects of a stage.
 */
export const keepPicturesTrigger = defineTrigger('jobs/pictures/keep-pictures', {
  description: 'Keeps the pictures that arrive, and deletes those that are gone',
  trigger: { kind: 'queue', isFifo: false, batchSize: 5, attempts: 5 },
  table: { actions: ['DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'] },
  settings: ['GUARD_PICTURE_STORE', 'GUARD_PICTURE_RETENTION_DAYS'],
  // Five pictures, each of which is read and stored within 10 s at worst.
  timeoutSeconds: 60,
});

export function keepPicturesHandler(source: RuntimeSource) {
  return createTriggeredHandler(source, keepPicturesTrigger, keepPictures);
}

async function keepPictures({ state, Records }: Invocation<SQSEvent>): Promise<SQSBatchResponse> {
  const { runtime, now } = state;
  const { table, randomBytes, settings, logger, nameSources } = runtime;
  const store = connectPictureStore(settings.pictureStore);
  const { pictureRetentionDays: retentionDays } = settings;
  const failed: string[] = [];
  for (const { messageId, body } of Records) {
    try {
      const message = readPictureMessage(body);
      if (message?.kind === 'removal') await Promise.all(message.names.map((name) => store.remove(name)));
      if (message?.kind !== 'arrival') continue;
      const context = { table, store, now, randomBytes, retentionDays };
      const outcome = await takeUpload(context, message.name, message.arrivedAt);
      if (outcome !== 'kept') logger.info('Picture not kept', { outcome, name: message.name });
    } catch (error) {
      logger.error('Picture failed', { messageId, error: nameSources(error) });
      failed.push(messageId);
    }
  }
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
}
