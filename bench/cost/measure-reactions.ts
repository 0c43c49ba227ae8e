import type { _Record as ChangeRecord, DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import * as z from 'zod';
import { answerMessageTrigger } from '../../functions/live/answer-message.trigger.ts';
import { endConnectionTrigger } from '../../functions/live/end-connection.trigger.ts';
import { openConnectionTrigger } from '../../functions/live/open-connection.trigger.ts';
import { triggers, triggersOf } from '../../functions/triggers.ts';
import { deliverWebhookTrigger } from '../../functions/webhooks/deliver-webhook.trigger.ts';
import { queueWebhooksTrigger } from '../../functions/webhooks/queue-webhooks.trigger.ts';
import { createHandler as createQueueHandler } from '../../functions/webhooks/queue-webhooks.ts';
import { streamEvent } from '../../lib/local/triggers/stream-event.ts';
import { isForTrigger } from '../../lib/local/triggers/stream-filter.ts';
import { StreamReader } from '../../lib/local/triggers/stream-reader.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import type { OutgoingMessage } from '../../shared/lambda/send-messages.ts';
import { queueUrlVariable } from '../../shared/lambda/trigger.ts';
import { readDeliveryMessage } from '../../shared/webhooks/delivery-message.ts';
import type { BenchData } from '../bench-data.ts';
import type { FunctionRun } from './function-run.ts';
import { measuredFunctions } from './measured-functions.ts';
import type { MeasuredFunction, MeasuredReaction } from './measurements.ts';
import { REACTION_NAMES, type ReactionName } from './reactions.ts';
import type { RecordedRequest, RecordingGuard } from './recording-guard.ts';
import { signIn, signInToPost } from './sign-in.ts';

const TIMED = 50;

/** What goes out of a request to a webhook before its body: TLS, request line and headers. Modelled. */
const HEAD_BYTES = 1_500;

/** What functions did that no request waited for, each with its calls to the table. */
type Done = Pick<RecordedRequest, 'runs' | 'trips'>;

interface Reaction {
  /** Makes things as they are before; what that takes is not measured. */
  readonly prepare?: () => Promise<unknown>;
  /** Does something once. */
  readonly act: (isRecorded: boolean) => Promise<Done>;
  /** Whether a client is told something by a function that can. */
  readonly posts?: boolean;
  /** Whether a webhook is told something. */
  readonly tells?: boolean;
}

const ticketSchema = z.object({ ticket: z.string() });

interface Outside {
  readonly stream: { readonly client: DynamoDBStreamsClient; readonly arn: string };
  /** Where the webhook sends to. */
  readonly receiverUrl: string;
}

/** Measures what follows of changes and connections, of one at a time: on AWS several may come in one batch. */
export async function measureReactions(
  guard: RecordingGuard,
  data: BenchData,
  { stream, receiverUrl }: Outside,
): Promise<{ readonly reactions: MeasuredReaction[]; readonly deliveryBytes: number }> {
  const reader = await StreamReader.open(stream.client, stream.arn);
  let deliveryBytes = 0;
  const onDelivery = (message: string) => {
    deliveryBytes = HEAD_BYTES + Buffer.byteLength(readDeliveryMessage(message).body ?? '');
  };
  const reactions = await reactionsOf(guard, data, {
    receiverUrl,
    follow: (isRecorded) => followStream(guard, reader, { isRecorded, onDelivery }),
  });
  const measured: MeasuredReaction[] = [];
  for (const name of REACTION_NAMES) {
    const { prepare, act, posts = false, tells = false } = reactions[name];
    const timed: FunctionRun[] = [];
    for (let place = 0; place < TIMED; place += 1) {
      await prepare?.();
      timed.push(...(await act(false)).runs);
    }
    await prepare?.();
    const functions = measuredFunctions(await act(true), timed);
    const waiting = [...(posts ? POSTING : []), ...(tells ? [queueWebhooksTrigger.name] : [])];
    measured.push({ name, functions: functions.map((run) => withWait(run, waiting)) });
  }
  return { reactions: measured, deliveryBytes };
}

async function reactionsOf(
  guard: RecordingGuard,
  { operators: [operator], operatorSiteIds, tenantMaster }: BenchData,
  { receiverUrl, follow }: { readonly receiverUrl: string; readonly follow: Reaction['act'] },
): Promise<Record<ReactionName, Reaction>> {
  const postAsMaster = await signInToPost(guard, tenantMaster);
  const postAsOperator = await signInToPost(guard, operator);
  const [site_id] = operatorSiteIds;
  const report = { site_id, type: 'panic', severity: 'low', message: 'The back door is open' };
  let connectionId: string | undefined;
  let connections = 0;
  let hasWebhook = false;

  const onSocket = (name: string, event: object, isRecorded: boolean) =>
    guard.trigger(name, { event: { ...event, requestContext: { connectionId } }, isRecorded });
  const raise: Reaction['act'] = async (isRecorded) => {
    await postAsMaster('/alerts', report);
    return follow(isRecorded);
  };
  const connect: Reaction['act'] = async (isRecorded) => {
    connectionId = `connection-${++connections}`;
    const { ticket } = ticketSchema.parse(await postAsOperator('/live/tickets'));
    const event = { queryStringParameters: { ticket } };
    const opened = await onSocket(openConnectionTrigger.name, event, isRecorded);
    return joined(opened, await follow(isRecorded));
  };
  const leave: Reaction['act'] = async (isRecorded) => {
    const left = await onSocket(endConnectionTrigger.name, {}, isRecorded);
    connectionId = undefined;
    return joined(left, await follow(isRecorded));
  };
  const beConnected = async () => connectionId ?? connect(false);
  const beAway = async () => connectionId && leave(false);
  const haveWebhook = async () => {
    if (!hasWebhook) await postAsMaster('/webhooks', { url: receiverUrl, events: ['alert.raised'] });
    hasWebhook = true;
  };

  return {
    'an alert changes, nobody is connected': { prepare: beAway, act: raise },
    'an alert changes, one screen shows it': { prepare: beConnected, act: raise, posts: true },
    'somebody signs in': {
      async act(isRecorded) {
        await signIn(guard, operator);
        return follow(isRecorded);
      },
    },
    'a screen connects': { prepare: beAway, act: connect, posts: true },
    'a screen leaves': { prepare: beConnected, act: leave },
    'a screen asks whether it is told': {
      // A connection that asked every time would be closed for too many messages.
      async prepare() {
        await beAway();
        await connect(false);
      },
      act: (isRecorded) => onSocket(answerMessageTrigger.name, { body: '{"type":"ping"}' }, isRecorded),
      posts: true,
    },
    // The last ones: the tenant keeps its webhook.
    'an alert changes, a webhook is told': {
      prepare: () => Promise.all([beAway(), haveWebhook()]),
      act: raise,
      tells: true,
    },
    'an alert changes, one screen shows it and a webhook is told': {
      prepare: () => Promise.all([beConnected(), haveWebhook()]),
      act: raise,
      posts: true,
      tells: true,
    },
  };
}

/** Runs what reads the stream for what was written since, and what gets the messages that follow. */
async function followStream(
  guard: RecordingGuard,
  reader: StreamReader,
  { isRecorded, onDelivery }: { readonly isRecorded: boolean; onDelivery(message: string): void },
): Promise<Done> {
  const messages: OutgoingMessage[] = [];
  const records: ChangeRecord[] = [];
  while (await reader.read((page) => records.push(...page)));
  let done: Done = { runs: [], trips: [] };
  for (const { name, trigger } of triggersOf('stream')) {
    const wanted = records.filter((record) => isForTrigger(trigger, record));
    if (wanted.length === 0) continue;
    const event = streamEvent(wanted, reader.arn);
    const handler = name === queueWebhooksTrigger.name ? queueHandler(messages) : undefined;
    done = joined(done, await guard.trigger(name, { event, handler, isRecorded }));
  }
  for (const { body } of messages) {
    onDelivery(body);
    const event = { Records: [{ messageId: 'one', body }] };
    done = joined(done, await guard.trigger(deliverWebhookTrigger.name, { event, isRecorded }));
  }
  return done;
}

/** The deployed function, but for the queue. */
const queueHandler = (messages: OutgoingMessage[]) =>
  createQueueHandler(lambdaRuntime, {
    environment: { [queueUrlVariable(deliverWebhookTrigger.name)]: 'https://queue.example.com' },
    send: async (_, some) => void messages.push(...some),
  });

const joined = (some: Done, more: Done): Done => ({
  runs: [...some.runs, ...more.runs],
  trips: [...some.trips, ...more.trips],
});

const POSTING = triggers.filter((it) => it.postsToSockets).map(({ name }) => name);

/** A post to a client, and a message to a queue, is waited for as a call to the table is. */
function withWait(run: MeasuredFunction, waiting: readonly string[]): MeasuredFunction {
  return waiting.includes(run.name) ? { ...run, tripsInSequence: run.tripsInSequence + 1 } : run;
}
