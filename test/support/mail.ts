import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { sendMailTrigger } from '../../functions/jobs/mail.ts';
import type { SentItem } from '../../lib/local/outbox.ts';
import { openServices } from '../../lib/local/triggers/services.ts';
import { API_BASE_URL_VARIABLE } from '../../shared/lambda/trigger.ts';
import type { TestGuard } from './guard.ts';

/** The queue of mail with an outbox. The guard needs the setting `mailFrom`. */
export interface TestMail {
  /** Sends the queued mail. Returns the mail that this call sent. */
  deliver(): Promise<readonly SentItem[]>;
  stop(): Promise<void>;
}

export async function startMail(guard: TestGuard): Promise<TestMail> {
  const clock = () => guard.clock.now;
  const services = await openServices([sendMailTrigger], { clock, newId: randomUUID, log: () => {} });
  guard.queues.stub([sendMailTrigger], services);
  vi.stubEnv('AWS_ENDPOINT_URL_SESV2', services.url);
  vi.stubEnv(API_BASE_URL_VARIABLE, guard.url);
  const queue = services.queues.get(sendMailTrigger.name)?.queue;
  return {
    async deliver() {
      const before = services.outbox.items.length;
      for (let messages = queue?.receive(1) ?? []; messages.length > 0; messages = queue?.receive(1) ?? []) {
        const Records = messages.map(({ id, body }) => ({ messageId: id, body }));
        const { batchItemFailures } = await guard.invoke(sendMailTrigger.name, { Records });
        if (batchItemFailures.length === 0) queue?.delete(new Set(messages.map(({ id }) => id)));
      }
      return services.outbox.items.slice(before);
    },
    async stop() {
      await services.close();
      vi.unstubAllEnvs();
    },
  };
}
