import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Invocation } from '../../shared/lambda/invocation.ts';
import { lambdaRuntime, type RuntimeSource } from '../../shared/lambda/runtime.ts';
import { createTriggeredHandler } from '../../shared/lambda/triggered-handler.ts';
import { readFeedback } from '../../shared/mail/feedback.ts';
import { suppress } from '../../shared/mail/suppression.ts';
import { noteMailFeedbackTrigger } from './note-mail-feedback.trigger.ts';

export function createHandler(source: RuntimeSource) {
  return createTriggeredHandler(source, noteMailFeedbackTrigger, noteMailFeedback);
}

export const handler = createHandler(lambdaRuntime);

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
