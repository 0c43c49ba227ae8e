import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { Environment } from '../../shared/lambda/environment.ts';
import type { Invocation, InvocationState } from '../../shared/lambda/invocation.ts';
import { lambdaRuntime, type RuntimeSource } from '../../shared/lambda/runtime.ts';
import { apiBaseUrl } from '../../shared/lambda/trigger.ts';
import { createTriggeredHandler } from '../../shared/lambda/triggered-handler.ts';
import { readMailMessage } from '../../shared/mail/mail-message.ts';
import type { MailOutcome } from '../../shared/mail/outcomes.ts';
import { type PostMail, type SendContext, sendMail } from '../../shared/mail/send-mail.ts';
import { postBySes } from '../../shared/mail/ses.ts';
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
        const outcome = await sendRecord(record, state, { publicUrl: apiBaseUrl(environment), post });
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
  outside: Pick<SendContext, 'publicUrl' | 'post'>,
): Promise<MailOutcome> {
  const { table, randomBytes, logger, nameSources } = runtime;
  try {
    const message = readMailMessage(body);
    const { template } = message;
    const { outcome, reason } = await sendMail(message, {
      table,
      randomBytes,
      now,
      messageId,
      ...outside,
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
