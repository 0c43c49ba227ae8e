import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { SpreadTenants } from '../../shared/accounts/status-copies.ts';
import { alertAgeMetrics } from '../../shared/alerts/alert-ages.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import type { Invocation, InvocationState } from '../../shared/lambda/invocation.ts';
import type { RuntimeSource } from '../../shared/lambda/runtime.ts';
import { defineTrigger } from '../../shared/lambda/trigger.ts';
import { createTriggeredHandler } from '../../shared/lambda/triggered-handler.ts';
import { type AddPicture, receiveMail } from '../../shared/mail-in/receive-mail.ts';
import { LARGEST_OBJECT, readMailMessage, type WaitingMail } from '../../shared/mail-in/stored-mail.ts';
import { keepPicture } from '../../shared/pictures/keep-picture.ts';
import { connectPictureStore } from '../../shared/pictures/picture-store.ts';

/** Carries out the mails that a receiver has stored, whoever received them. A mail that is carried out is deleted. */
export const receiveMailTrigger = defineTrigger('jobs/mail-in/receive-mail', {
  description: 'Carries out the mail of cameras and recorders',
  // A mail waits for minutes at most, and one that cannot be carried out stays in the store.
  trigger: { kind: 'queue', isFifo: false, batchSize: 1, attempts: 5, maxConcurrency: 20 },
  table: {
    actions: [
      'BatchGetItem',
      'ConditionCheckItem',
      'DeleteItem',
      'GetItem',
      'PutItem',
      'Query',
      'UpdateItem',
    ],
  },
  settings: [
    'GUARD_ALERT_RETENTION_DAYS',
    'GUARD_MAIL_STORE',
    'GUARD_PICTURE_RETENTION_DAYS',
    'GUARD_PICTURE_STORE',
  ],
  // Twenty pictures, each of which is cleaned and stored.
  timeoutSeconds: 60,
});

const spread: SpreadTenants = new Set();

export function receiveMailHandler(source: RuntimeSource) {
  return createTriggeredHandler(
    source,
    receiveMailTrigger,
    async ({ state, Records }: Invocation<SQSEvent>): Promise<SQSBatchResponse> => {
      const { logger, nameSources } = state.runtime;
      const failed: string[] = [];
      for (const { messageId, body } of Records) {
        try {
          const mail = readMailMessage(body);
          if (mail) await carryOut(mail, state);
        } catch (error) {
          logger.error('Mail not carried out', { messageId, error: nameSources(error) });
          failed.push(messageId);
        }
      }
      return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
    },
  );
}

async function carryOut(
  { object, open }: WaitingMail,
  { runtime, now, metrics }: InvocationState,
): Promise<void> {
  const { table, randomBytes, settings } = runtime;
  const store = connectPictureStore(settings.mailStore);
  const bytes = await store.read(object, LARGEST_OBJECT);
  // It was carried out before, and the message came again.
  if (!bytes) return;
  const pictures = connectPictureStore(settings.pictureStore);
  const retentionDays = settings.pictureRetentionDays;
  const addPicture: AddPicture = (alert, { bytes: given, name, takenAt }, { actor, arrivedAt }) =>
    keepPicture({ table, store: pictures, actor, now, randomBytes, retentionDays }, alert, {
      bytes: given,
      name,
      source: 'mail',
      arrivedAt,
      ...(takenAt === undefined ? {} : { taken_at: formatTimestamp(takenAt) }),
    });
  const received = await receiveMail(open(Buffer.from(bytes)), {
    table,
    now,
    randomBytes,
    retentionDays: settings.alertRetentionDays,
    spread,
    addPicture,
  });
  for (const { resolved } of received) {
    for (const alert of resolved) metrics.push(...alertAgeMetrics('resolve', alert, now));
  }
  await store.remove(object);
}
