import { vi } from 'vitest';
import { queueUrl } from '../../lib/local/triggers/queue.ts';
import { queueUrlVariable } from '../../shared/lambda/trigger.ts';

/** Gives functions the URLs of the emulator's SQS queues, as the local server does. */
export function stubQueues(receivers: readonly Parameters<typeof queueUrl>[1][], servicesUrl: string): void {
  for (const it of receivers) vi.stubEnv(queueUrlVariable(it.name), queueUrl(servicesUrl, it));
}
