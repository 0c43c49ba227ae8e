import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import * as z from 'zod/mini';
import { sendMailTrigger } from '../../../functions/jobs/mail.ts';
import { notifyPeopleTrigger } from '../../../functions/jobs/notifications.ts';
import { runTimersTrigger, tickTimersTrigger } from '../../../functions/jobs/timers.ts';
import { deliverWebhookTrigger } from '../../../functions/jobs/webhooks.ts';
import type { Outbox } from '../../../lib/local/outbox.ts';
import type { LocalQueue } from '../../../lib/local/triggers/queue.ts';
import { openServices } from '../../../lib/local/triggers/services.ts';
import type { Settings } from '../../../shared/lambda/settings.ts';
import { API_BASE_URL_VARIABLE } from '../../../shared/lambda/trigger.ts';
import type { Destination, OutgoingText, ReceiptContext, SendResult } from '../../../shared/notify/sender.ts';
import type { ConnectSenders } from '../../../shared/notify/senders.ts';
import type { Table } from '../../../shared/table/table.ts';
import { followHistory } from '../follow-history.ts';
import { startGuard, type TestGuard } from '../guard.ts';

/** A message that reached, or may have reached, a provider. */
export interface Attempted {
  readonly to: Destination;
  readonly text: OutgoingText;
  readonly context: ReceiptContext | undefined;
  readonly at: Date;
}

/** The router, the queue of people, the timers, and providers that a test answers for. */
export interface TestNotifications {
  /** The messages that connected senders have sent by the local services of AWS. */
  readonly outbox: Pick<Outbox, 'items'>;
  readonly guard: TestGuard;
  /** Everything that was given to a provider. */
  readonly attempted: Attempted[];
  /** Sets how the providers answer from now on. */
  answer: (to: Destination, text: OutgoingText) => SendResult | Promise<SendResult>;
  /** The table of the function that notifies people. */
  table: Table;
  /** Whether that function runs. */
  isUnsure: boolean;
  /** The units that the function consumed. */
  units: { read: number; write: number };
  /** Queues the new history entries, without notifying anybody. */
  route(): Promise<void>;
  /** Queues the same entries again, as a stream does after a failed batch. */
  routeAgain(): Promise<void>;
  /** Works on queued messages until none is left, or as many as given. Failed ones appear again later. */
  work(most?: number): Promise<number>;
  /** Hands one message to the function. Resolves to whether the message can be deleted. */
  hand(body: string): Promise<boolean>;
  /** The bodies of the queued messages. */
  peek(): string[];
  /** Loses the queued messages. */
  drop(): void;
  /** Sends the mail that is queued, such as warnings, to the outbox. */
  mail(): Promise<void>;
  /** Routes and works on everything. */
  notify(): Promise<void>;
  /** Runs the timers of a minute and works on what they queue. */
  tick(): Promise<void>;
  stop(): Promise<void>;
}

const unitsSchema = z.object({ CapacityUnits: z.optional(z.number()) });
const capacitySchema = z.object({
  ConsumedCapacity: z.optional(z.union([unitsSchema, z.array(unitsSchema)])),
});

/** A guard that sends messages to people through providers of the test, unless others are connected. */
export async function startNotifications(
  settings: Partial<Settings> = {},
  connect?: ConnectSenders,
): Promise<TestNotifications> {
  const attempted: Attempted[] = [];
  const guard = await startGuard({
    settings: {
      tokenExpirationMinutes: 525_600,
      mailFrom: 'guard@guard.test',
      smsFrom: 'GUARD',
      smsCountries: 'DE',
      ...settings,
    },
    connectSenders:
      connect ??
      (() => async (to, text, context) => {
        attempted.push({ to, text, context, at: guard.clock.now });
        return it.answer(to, text);
      }),
    wrapTable(table) {
      const send = async (...command: Parameters<Table['client']['send']>) => {
        const output: unknown = await (it.isUnsure ? it.table : table).client.send(...command);
        const { ConsumedCapacity: used = [] } = capacitySchema.parse(output);
        const units = [used].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
        const isRead = /^(BatchGet|Get|Query)/.test(command[0].constructor.name);
        if (it.isUnsure) it.units[isRead ? 'read' : 'write'] += units;
        return output;
      };
      return { ...table, client: Object.create(table.client, { send: { value: send } }) };
    },
  });
  const clock = () => guard.clock.now;
  const declared = [runTimersTrigger, deliverWebhookTrigger, notifyPeopleTrigger, sendMailTrigger];
  const services = await openServices(declared, { clock, newId: randomUUID, log: () => {} });
  guard.queues.stub(declared, services);
  for (const service of ['SESV2', 'PINPOINT_SMS_VOICE_V2'])
    vi.stubEnv(`AWS_ENDPOINT_URL_${service}`, services.url);
  vi.stubEnv(API_BASE_URL_VARIABLE, guard.url);
  const queueOf = (name: string): LocalQueue => {
    const queue = services.queues.get(name)?.queue;
    if (!queue) throw new Error(`There is no queue ${name}`);
    return queue;
  };
  const history = await followHistory(guard);
  const { newRecords, give } = history;
  let last: object[] = [];

  const hand = async (body: string, messageId: string = randomUUID()): Promise<boolean> => {
    it.isUnsure = true;
    const event = { Records: [{ messageId, body }] };
    const { batchItemFailures } = await guard.invoke(notifyPeopleTrigger.name, event);
    it.isUnsure = false;
    return batchItemFailures.length === 0;
  };
  const work = async (most = Number.POSITIVE_INFINITY): Promise<number> => {
    const queue = queueOf(notifyPeopleTrigger.name);
    for (let done = 0; ; done += 1) {
      const [message] = done < most ? queue.receive(1) : [];
      if (!message) return done;
      if (await hand(message.body, message.id)) queue.delete(new Set([message.id]));
    }
  };
  const runQueueOf = async (name: string) => {
    const queue = queueOf(name);
    for (let messages = queue.receive(5); messages.length > 0; messages = queue.receive(5)) {
      const Records = messages.map(({ id, body }) => ({ messageId: id, body }));
      const { batchItemFailures } = await guard.invoke(name, { Records });
      if (batchItemFailures.length > 0) throw new Error(guard.log());
      queue.delete(new Set(messages.map(({ id }) => id)));
    }
  };
  const it: TestNotifications = {
    guard,
    outbox: services.outbox,
    attempted,
    isUnsure: false,
    units: { read: 0, write: 0 },
    answer: () => ({ outcome: 'sent' }),
    table: guard.table,
    async route() {
      last = await newRecords();
      await give(last);
    },
    routeAgain: () => give(last),
    work,
    hand,
    peek: () =>
      queueOf(notifyPeopleTrigger.name)
        .receive(Number.POSITIVE_INFINITY)
        .map(({ body }) => body),
    drop() {
      const queue = queueOf(notifyPeopleTrigger.name);
      queue.delete(new Set(queue.receive(Number.POSITIVE_INFINITY).map(({ id }) => id)));
    },
    mail: () => runQueueOf(sendMailTrigger.name),
    async notify() {
      await it.route();
      await work();
    },
    async tick() {
      await guard.runScheduled(tickTimersTrigger.name);
      await runQueueOf(runTimersTrigger.name);
      await work();
    },
    async stop() {
      history.stop();
      await services.close();
      await guard.stop();
      vi.unstubAllEnvs();
    },
  };
  return it;
}
