import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { Environment } from '../../shared/lambda/environment.ts';
import type { Invocation, InvocationState } from '../../shared/lambda/invocation.ts';
import { lambdaRuntime, type RuntimeSource } from '../../shared/lambda/runtime.ts';
import { type OutgoingMessage, type SendMessages, sendMessages } from '../../shared/lambda/send-messages.ts';
import { connectSockets, type Sockets } from '../../shared/lambda/sockets.ts';
import { queueUrlOf } from '../../shared/lambda/trigger.ts';
import { createTriggeredHandler } from '../../shared/lambda/triggered-handler.ts';
import { publishNobody } from '../../shared/notifications/publish-nobody.ts';
import { runDue } from '../../shared/timers/run-due.ts';
import type { TimerKind } from '../../shared/timers/timer.ts';
import { readTimerMessage, type TimerMessage } from '../../shared/timers/timer-message.ts';
import type { TimerWork } from '../../shared/timers/timer-work.ts';
import { notifyPeopleTrigger } from '../notifications/notify-people.trigger.ts';
import { deliverWebhookTrigger } from '../webhooks/deliver-webhook.trigger.ts';
import { runTimersTrigger } from './run-timers.trigger.ts';
import { workByKind } from './work-by-kind.ts';

/**
 * No timer is started in the last 15 s of the function: timers that have started must end, and each call of the table takes
 * up to 6 s.
 */
const RESERVE_MILLISECONDS = 15_000;
const WORKING_MILLISECONDS = runTimersTrigger.timeoutSeconds * 1_000 - RESERVE_MILLISECONDS;

interface Outside {
  readonly environment: Environment;
  readonly send: SendMessages;
  readonly sockets: Sockets;
}

const lambdaOutside = (): Outside => ({
  environment: process.env,
  send: sendMessages,
  sockets: connectSockets(process.env),
});

/** Runs the due timers of the shards of its messages in parallel, until its time is nearly over. */
export function createHandler(source: RuntimeSource, outside = lambdaOutside()) {
  return createTriggeredHandler(source, runTimersTrigger, (event: Invocation<SQSEvent>) =>
    runTimers(event, outside),
  );
}

export const handler = createHandler(lambdaRuntime);

async function runTimers(
  { state, Records }: Invocation<SQSEvent>,
  { environment, send, sockets }: Outside,
): Promise<SQSBatchResponse> {
  const { stopwatch } = state.runtime;
  const end = stopwatch() + WORKING_MILLISECONDS;
  const hasTime = () => stopwatch() < end;
  const sendTo = (name: string) => (message: OutgoingMessage) =>
    send(queueUrlOf(environment, name), [message]);
  const work = workByKind(state.runtime.settings, {
    sockets,
    sendDelivery: sendTo(deliverWebhookTrigger.name),
    sendNotification: sendTo(notifyPeopleTrigger.name),
    onNobody: publishNobody(state.runtime),
  });
  const failures = await Promise.all(
    Records.map(async (record) =>
      (await runShard(record, state, { work, hasTime })) ? [] : [record.messageId],
    ),
  );
  return { batchItemFailures: failures.flat().map((itemIdentifier) => ({ itemIdentifier })) };
}

/** Resolves to `false` if the message must be repeated. */
async function runShard(
  { body }: SQSRecord,
  state: InvocationState,
  {
    work,
    hasTime,
  }: { readonly work: Readonly<Record<TimerKind, TimerWork>>; readonly hasTime: () => boolean },
): Promise<boolean> {
  const { runtime, now, metrics } = state;
  const { logger, nameSources, table, randomBytes } = runtime;
  const fail = (message: string, error: unknown, fields: object) => {
    logger.error(message, { ...fields, error: nameSources(error) });
  };
  let message: TimerMessage | undefined;
  try {
    message = readTimerMessage(body);
    if (!message) return true;
    const { kind, shard, ownHeartbeat } = message;
    await runDue({
      kind,
      shard,
      work: work[kind],
      run: { table, now, randomBytes, ownHeartbeat, log: (text, fields) => logger.info(text, fields) },
      hasTime,
      onFailure({ pk, sk, due }, error) {
        fail('Timer failed', error, { kind, shard, pk, sk, due });
        metrics.push({ name: 'FailedTimers', value: 1 });
      },
    });
    return true;
  } catch (error) {
    fail('Timers not run', error, { kind: message?.kind, shard: message?.shard });
    return false;
  }
}
