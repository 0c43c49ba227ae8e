import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { Environment } from '../../shared/lambda/environment.ts';
import type { Invocation, InvocationState } from '../../shared/lambda/invocation.ts';
import type { RuntimeSource } from '../../shared/lambda/runtime.ts';
import { sendMessages } from '../../shared/lambda/send-messages.ts';
import { apiBaseUrl, defineTrigger, queueUrlOf } from '../../shared/lambda/trigger.ts';
import { createTriggeredHandler } from '../../shared/lambda/triggered-handler.ts';
import {
  type BudgetWarning,
  type MailMessage,
  readMailMessage,
  SEND_MAIL,
} from '../../shared/mail/mail-message.ts';
import { type MailOutcome, readFeedback, suppress } from '../../shared/mail/mail-status.ts';
import { type PostMail, type SendContext, sendMail } from '../../shared/mail/send-mail.ts';
import { postBySes } from '../../shared/mail/ses.ts';
import { messagesToMasters } from '../../shared/mail/warn-masters.ts';

export const sendMailTrigger = defineTrigger('jobs/mail/send-mail', {
  description: 'Sends mail',
  trigger: {
    kind: 'queue',
    isFifo: false,
    batchSize: 1,
    // A mail is tried every 90 seconds for a quarter of an hour, for when SES throttles or does not answer.
    attempts: 10,
    // SES sends 14 mails a second for an account that has left its sandbox.
    maxConcurrency: 5,
  },
  // It also sends to its own queue, because one warning becomes a mail to each master.
  sendsTo: [SEND_MAIL],
  settings: ['GUARD_MAIL_FROM', 'GUARD_MAIL_CONFIGURATION_SET'],
  table: { actions: ['BatchGetItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'] },
  callsApi: true,
  sendsMail: true,
});

export function sendMailHandler(source: RuntimeSource, environment: Environment = process.env) {
  let post: PostMail | undefined;
  return createTriggeredHandler(
    source,
    sendMailTrigger,
    async ({ state, Records }: Invocation<SQSEvent>): Promise<SQSBatchResponse> => {
      post ??= postBySes(state.runtime.settings);
      const failed: string[] = [];
      for (const record of Records) {
        const outcome = await sendRecord(record, state, { environment, post });
        if (outcome === 'divided') continue;
        state.metrics.push({ name: 'Mails', value: 1, dimensions: { outcome } });
        if (outcome === 'failed') failed.push(record.messageId);
      }
      return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
    },
  );
}

async function sendRecord(
  { messageId, body }: SQSRecord,
  { runtime, now }: InvocationState,
  { environment, post }: Pick<SendContext, 'post'> & { readonly environment: Environment },
): Promise<MailOutcome | 'divided'> {
  const { table, randomBytes, logger, nameSources } = runtime;
  try {
    const message = readMailMessage(body);
    const { template } = message;
    if (isToMasters(message)) {
      await sendMessages(
        queueUrlOf(environment, sendMailTrigger.name),
        await messagesToMasters(table, message),
      );
      return 'divided';
    }
    const { outcome, reason } = await sendMail(message, {
      table,
      randomBytes,
      now,
      messageId,
      publicUrl: apiBaseUrl(environment),
      post,
      timeoutSeconds: sendMailTrigger.timeoutSeconds,
    });
    // The log line leaves out the address, because logs must not contain addresses.
    if (outcome !== 'sent') logger.info('Mail not sent', { messageId, template, outcome, reason });
    return outcome;
  } catch (error) {
    logger.error('Mail failed', { messageId, error: nameSources(error) });
    return 'failed';
  }
}

const isToMasters = (message: MailMessage | BudgetWarning): message is BudgetWarning =>
  message.template === 'budget_warning' && message.user_id === undefined;

export const noteMailFeedbackTrigger = defineTrigger('jobs/mail/note-mail-feedback', {
  description: 'Ends mail to addresses that bounce or complain',
  trigger: { kind: 'queue', isFifo: false, batchSize: 10, attempts: 10 },
  table: { actions: ['PutItem'] },
});

export function noteMailFeedbackHandler(source: RuntimeSource) {
  return createTriggeredHandler(source, noteMailFeedbackTrigger, noteMailFeedback);
}

async function noteMailFeedback({ state, Records }: Invocation<SQSEvent>): Promise<SQSBatchResponse> {
  const { runtime, metrics } = state;
  const failed: string[] = [];
  for (const { messageId, body } of Records) {
    try {
      const feedback = readFeedback(body);
      if (!feedback) continue;
      const { reason, addresses } = feedback;
      for (const address of addresses) await suppress(runtime.table, address, feedback);
      metrics.push({ name: 'SuppressedAddresses', value: addresses.length, dimensions: { reason } });
    } catch (error) {
      runtime.logger.error('Feedback about mail not noted', { messageId, error: runtime.nameSources(error) });
      failed.push(messageId);
    }
  }
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
}
