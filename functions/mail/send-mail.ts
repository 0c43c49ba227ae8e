import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { Environment } from '../../shared/lambda/environment.ts';
import type { Invocation, InvocationState } from '../../shared/lambda/invocation.ts';
import { lambdaRuntime, type RuntimeSource } from '../../shared/lambda/runtime.ts';
import { sendMessages } from '../../shared/lambda/send-messages.ts';
import { apiBaseUrl, queueUrlOf } from '../../shared/lambda/trigger.ts';
import { createTriggeredHandler } from '../../shared/lambda/triggered-handler.ts';
import { type BudgetWarning, type MailMessage, readMailMessage } from '../../shared/mail/mail-message.ts';
import type { MailOutcome } from '../../shared/mail/outcomes.ts';
import { type PostMail, type SendContext, sendMail } from '../../shared/mail/send-mail.ts';
import { postBySes } from '../../shared/mail/ses.ts';
import { messagesToMasters } from '../../shared/mail/warn-masters.ts';
import { sendMailTrigger } from './send-mail.trigger.ts';

export function createHandler(source: RuntimeSource, environment: Environment = process.env) {
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

export const handler = createHandler(lambdaRuntime);

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
    // The line omits the address, because logs must not contain it.
    if (outcome !== 'sent') logger.info('Mail not sent', { messageId, template, outcome, reason });
    return outcome;
  } catch (error) {
    logger.error('Mail failed', { messageId, error: nameSources(error) });
    return 'failed';
  }
}

const isToMasters = (message: MailMessage | BudgetWarning): message is BudgetWarning =>
  message.template === 'budget_warning' && message.user_id === undefined;
