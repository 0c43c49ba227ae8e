import { notifyPeopleTrigger } from '../../../functions/jobs/notifications.ts';
import type { Clock } from '../../../shared/base/time.ts';
import type { QueueTrigger, TriggeredFunction } from '../../../shared/lambda/trigger.ts';
import { visibilitySeconds } from '../../cdk/triggers/visibility.ts';
import { Outbox } from '../outbox.ts';
import { Bell } from './bell.ts';
import { answerConnections, type Connections, isForConnections } from './connections.ts';
import { answerPush, isPush } from './pushes.ts';
import { LocalQueue } from './queue.ts';
import { queueName } from './queue-url.ts';
import { type ServiceReply, type ServiceRequest, serveServices } from './services-server.ts';
import { answerSes, isForSes } from './ses.ts';
import { answerSms, SMS_SERVICE } from './sms.ts';
import { answerSqs } from './sqs.ts';

export interface ServicesOptions {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly log: (line: string) => void;
}

export interface ServedQueue {
  readonly queue: LocalQueue;
  readonly bell: Bell;
}

/** The services that functions call, other than the table: queues, WebSocket connections, and those that send to people. */
export interface Services {
  readonly url: string;
  /** The queues by the name of the function that receives the messages. */
  readonly queues: ReadonlyMap<string, ServedQueue>;
  readonly connections: Connections;
  /** The messages that functions have sent to people. */
  readonly outbox: Outbox;
  close(): Promise<void>;
}

export async function openServices(
  declarations: readonly TriggeredFunction<QueueTrigger>[],
  options: ServicesOptions,
): Promise<Services> {
  const connections: Connections = new Map();
  const outbox = new Outbox();
  const served = declarations.map((it) => ({ declaration: it, ...createQueue(it, options) }));
  const queuesOfUrls = new Map(served.map(({ declaration, queue }) => [queueName(declaration), queue]));

  const receipts = served.find(({ declaration }) => declaration.name === notifyPeopleTrigger.name)?.queue;
  const ofSms = { ...options, deliverReceipt: (body: string) => void receipts?.send({ body }) };

  async function answer(request: ServiceRequest): Promise<ServiceReply> {
    if (isForConnections(request)) return answerConnections(connections, request);
    if (isForSes(request)) return answerSes(outbox, request, options);
    if (isPush(request)) return answerPush(outbox, request, options);
    const [service, operation = ''] = request.target?.split('.') ?? [];
    if (service === SMS_SERVICE) return answerSms(outbox, { operation, body: request.body }, ofSms);
    if (service === 'AmazonSQS') return answerSqs(queuesOfUrls, operation, request.body);
    return { status: 404 };
  }

  const server = await serveServices(answer, options.newId);
  const queues = new Map(served.map(({ declaration, ...it }) => [declaration.name, it]));
  return { url: server.url, queues, connections, outbox, close: () => server.close() };
}

function createQueue(
  declaration: TriggeredFunction<QueueTrigger>,
  { clock, newId, log }: ServicesOptions,
): ServedQueue {
  const { name, trigger } = declaration;
  const bell = new Bell();
  const queue = new LocalQueue({
    isFifo: trigger.isFifo,
    attempts: trigger.attempts,
    visibilitySeconds: visibilitySeconds(declaration),
    clock,
    newId,
    onSent: () => bell.ring(),
    onDeadLetter: ({ id, receives, body }) =>
      log(`${name} has a dead letter, message ${id} after ${receives} attempts: ${body}`),
  });
  return { queue, bell };
}
