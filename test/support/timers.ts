import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { runTimersTrigger } from '../../functions/timers/run-timers.trigger.ts';
import { openServices } from '../../lib/local/triggers/services.ts';
import { API_BASE_URL_VARIABLE } from '../../shared/lambda/trigger.ts';
import type { TestGuard } from './guard.ts';
import { stubQueues } from './stub-queues.ts';

/** The functions of timers, with a queue of SQS between them, and the API where they find it. */
export interface TestTimers {
  /** The minute that the schedule runs in: what is due is done when this resolves. */
  tick(): Promise<void>;
  /** The same, but nobody gets the messages. */
  tickOnly(): Promise<void>;
  /** Gets what lies in the queue. */
  run(): Promise<void>;
  /** Has the API not be reached from now on, or be reached again. */
  cutOff(isCutOff: boolean): void;
  stop(): Promise<void>;
}

const NOBODY = 'http://127.0.0.1:9';

export async function startTimers(guard: TestGuard): Promise<TestTimers> {
  const clock = () => guard.clock.now;
  const services = await openServices([runTimersTrigger], { clock, newId: randomUUID, log: () => {} });
  const cutOff = (isCutOff: boolean) => void vi.stubEnv(API_BASE_URL_VARIABLE, isCutOff ? NOBODY : guard.url);
  stubQueues([runTimersTrigger], services.url);
  cutOff(false);
  const queue = services.queues.get(runTimersTrigger.name)?.queue;
  if (!queue) throw new Error('There is no queue of timers');

  async function run(): Promise<void> {
    for (;;) {
      const messages = queue?.receive(runTimersTrigger.trigger.batchSize) ?? [];
      if (messages.length === 0) return;
      const Records = messages.map(({ id, body }) => ({ messageId: id, body }));
      const { batchItemFailures } = await guard.invoke(runTimersTrigger.name, { Records });
      if (batchItemFailures.length > 0) throw new Error(guard.log());
      queue?.delete(new Set(messages.map(({ id }) => id)));
    }
  }
  const tickOnly = () => guard.runScheduled('tick-timers');
  return {
    tickOnly,
    run,
    async tick() {
      await tickOnly();
      await run();
    },
    cutOff,
    async stop() {
      await services.close();
      vi.unstubAllEnvs();
    },
  };
}
