import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { runTimersTrigger } from '../../functions/jobs/timers.ts';
import { openServices } from '../../lib/local/triggers/services.ts';
import { API_BASE_URL_VARIABLE } from '../../shared/lambda/trigger.ts';
import type { TestGuard } from './guard.ts';

/** The functions of timers, with an SQS queue between them and the address of the API. */
export interface TestTimers {
  /** Runs the schedule of one minute. Resolves when all due work is done. */
  tick(): Promise<void>;
  /** Runs the timers without delivery of the messages. */
  tickOnly(): Promise<void>;
  /** Delivers the messages in the queue. */
  run(): Promise<void>;
  /** Makes the API unreachable, or reachable again. */
  cutOff(isCutOff: boolean): void;
  stop(): Promise<void>;
}

const NOBODY = 'http://127.0.0.1:9';

export async function startTimers(guard: TestGuard): Promise<TestTimers> {
  const clock = () => guard.clock.now;
  const services = await openServices([runTimersTrigger], { clock, newId: randomUUID, log: () => {} });
  const cutOff = (isCutOff: boolean) => void vi.stubEnv(API_BASE_URL_VARIABLE, isCutOff ? NOBODY : guard.url);
  guard.queues.stub([runTimersTrigger], services);
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
