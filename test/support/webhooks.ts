import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { notifyPeopleTrigger } from '../../functions/jobs/notifications.ts';
import { runTimersTrigger, tickTimersTrigger } from '../../functions/jobs/timers.ts';
import { deliverWebhookTrigger } from '../../functions/jobs/webhooks.ts';
import type { LocalQueue } from '../../lib/local/triggers/queue.ts';
import { openServices } from '../../lib/local/triggers/services.ts';
import { API_BASE_URL_VARIABLE } from '../../shared/lambda/trigger.ts';
import { type NotifyMessage, readNotifyMessage } from '../../shared/notify/notify-message.ts';
import { followHistory } from './follow-history.ts';
import type { TestGuard } from './guard.ts';

/** The functions that publish events to webhooks and people, with their queues and the table's stream. */
export interface TestWebhooks {
  /** Queues the history entries written since the last call, without delivering them. */
  queue(): Promise<void>;
  /** Queues the same entries again, as a stream does after a failed batch. */
  queueAgain(): Promise<void>;
  /** Loses the history entries written since the last call, as a stream does after the last attempt. */
  lose(): Promise<void>;
  /** Delivers queued messages, up to a number, the first of each webhook first. */
  deliver(most?: number): Promise<number>;
  /** Takes the messages for people from their queue, without notifying anybody. */
  takeNotices(): NotifyMessage[];
  /** Queues and delivers everything. */
  publish(): Promise<void>;
  /** Runs the timers of a minute and delivers what they queue. */
  tick(): Promise<void>;
  stop(): Promise<void>;
}

export async function startWebhooks(guard: TestGuard): Promise<TestWebhooks> {
  const clock = () => guard.clock.now;
  const declared = [runTimersTrigger, deliverWebhookTrigger, notifyPeopleTrigger];
  const services = await openServices(declared, { clock, newId: randomUUID, log: () => {} });
  guard.queues.stub(declared, services);
  vi.stubEnv(API_BASE_URL_VARIABLE, guard.url);
  const queueOf = (name: string): LocalQueue => {
    const queue = services.queues.get(name)?.queue;
    if (!queue) throw new Error(`There is no queue ${name}`);
    return queue;
  };
  const history = await followHistory(guard);
  const { newRecords, give: hand } = history;
  let last: object[] = [];

  async function run(name: string, batchSize: number, most = Number.POSITIVE_INFINITY): Promise<number> {
    const queue = queueOf(name);
    for (let done = 0; ; done += 1) {
      const messages = done < most ? queue.receive(batchSize) : [];
      if (messages.length === 0) return done;
      const Records = messages.map(({ id, body }) => ({ messageId: id, body }));
      const { batchItemFailures } = await guard.invoke(name, { Records });
      const failed = new Set(batchItemFailures.map((it: { itemIdentifier: string }) => it.itemIdentifier));
      queue.delete(new Set(messages.map(({ id }) => id).filter((id) => !failed.has(id))));
    }
  }
  const deliver = (most?: number) =>
    run(deliverWebhookTrigger.name, deliverWebhookTrigger.trigger.batchSize, most);
  const queue = async () => {
    last = await newRecords();
    await hand(last);
  };
  return {
    queue,
    queueAgain: () => hand(last),
    async lose() {
      await newRecords();
    },
    deliver,
    takeNotices() {
      const messages = queueOf(notifyPeopleTrigger.name).receive(Number.POSITIVE_INFINITY);
      queueOf(notifyPeopleTrigger.name).delete(new Set(messages.map(({ id }) => id)));
      return messages.map(({ body }) => readNotifyMessage(body));
    },
    async publish() {
      await queue();
      await deliver();
    },
    async tick() {
      await guard.runScheduled(tickTimersTrigger.name);
      await run(runTimersTrigger.name, runTimersTrigger.trigger.batchSize);
      await deliver();
    },
    async stop() {
      history.stop();
      await services.close();
      vi.unstubAllEnvs();
    },
  };
}
