import { vi } from 'vitest';
import { notifyPeopleTrigger } from '../../functions/jobs/notifications.ts';
import { runTimersTrigger, tickTimersTrigger } from '../../functions/jobs/timers.ts';
import { queueWebhooksTrigger } from '../../functions/jobs/webhooks.ts';
import { type LocalQueue, queueUrl } from '../../lib/local/triggers/queue.ts';
import { refusalOf, type Services } from '../../lib/local/triggers/services.ts';
import { type SendMessages, sendMessages } from '../../shared/lambda/send-messages.ts';
import { connectSockets } from '../../shared/lambda/sockets.ts';
import { queueUrlVariable } from '../../shared/lambda/trigger.ts';

const ofTicks = {
  fetch: (...request: Parameters<typeof fetch>) => fetch(...request),
  timeout: (milliseconds: number) => AbortSignal.timeout(milliseconds),
};

/** The queues of a test's functions, in this process. `test/deploy` proves what SQS does on the wire. */
export class TestQueues {
  readonly #queues = new Map<string, LocalQueue>();

  /** Gives functions the URLs of these queues, as the local server does. */
  stub(receivers: readonly Parameters<typeof queueUrl>[1][], { url, queues }: Services): void {
    for (const it of receivers) {
      const queue = queues.get(it.name)?.queue;
      if (!queue) throw new Error(`There is no queue ${it.name}`);
      const address = queueUrl(url, it);
      this.#queues.set(address, queue);
      vi.stubEnv(queueUrlVariable(it.name), address);
    }
  }

  /** What a handler takes to send messages, after the runtime and what connects its senders; empty if it sends none. */
  outsideOf(functionName: string): readonly object[] {
    const { env: environment } = process;
    const send = this.#send;
    switch (functionName) {
      case tickTimersTrigger.name:
        return [{ ...ofTicks, environment, send }];
      case runTimersTrigger.name:
        return [{ environment, send, sockets: connectSockets(environment) }];
      case queueWebhooksTrigger.name:
        return [{ environment, send }];
      case notifyPeopleTrigger.name:
        return [{ environment, queue: send }];
      default:
        return [];
    }
  }

  /** Sends to a queue as SQS does: it may have taken some messages when it refuses one. A queue that is not here is asked. */
  readonly #send: SendMessages = async (address, messages) => {
    const queue = this.#queues.get(address);
    if (!queue) return sendMessages(address, messages);
    for (const message of messages) {
      const refusal = refusalOf(queue, message);
      if (refusal) throw new Error(`SQS did not take a message: ${refusal}`);
      queue.send(message);
    }
  };
}
