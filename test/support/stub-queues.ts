import { vi } from 'vitest';
import { queueUrl } from '../../lib/local/triggers/queue-url.ts';
import { queueUrlVariable } from '../../shared/lambda/trigger.ts';

/** Has functions find the queues of SQS that an emulator has at a URL, as the local server does. */
export function stubQueues(receivers: readonly Parameters<typeof queueUrl>[1][], servicesUrl: string): void {
  vi.stubEnv('AWS_ENDPOINT_URL_SQS', servicesUrl);
  for (const it of receivers) vi.stubEnv(queueUrlVariable(it.name), queueUrl(servicesUrl, it));
}
