import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Invocation } from '../../shared/lambda/invocation.ts';
import { lambdaRuntime, type RuntimeSource } from '../../shared/lambda/runtime.ts';
import { createTriggeredHandler } from '../../shared/lambda/triggered-handler.ts';
import { notifyPeopleTrigger } from './notify-people.trigger.ts';

// SKELETON
export function createHandler(source: RuntimeSource) {
  return createTriggeredHandler(source, notifyPeopleTrigger, notifyPeople);
}

export const handler = createHandler(lambdaRuntime);

async function notifyPeople(_: Invocation<SQSEvent>): Promise<SQSBatchResponse> {
  throw new Error('SKELETON');
}
