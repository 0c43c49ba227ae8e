import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { Invocation, InvocationState } from '../../shared/lambda/invocation.ts';
import { lambdaRuntime, type RuntimeSource } from '../../shared/lambda/runtime.ts';
import { connectSockets, type Sockets } from '../../shared/lambda/sockets.ts';
import { createTriggeredHandler } from '../../shared/lambda/triggered-handler.ts';
import { runDue } from '../../shared/timers/run-due.ts';
import { readTimerMessage, type TimerMessage } from '../../shared/timers/timer-message.ts';
import { runTimersTrigger } from './run-timers.trigger.ts';
import { timerWork } from './timer-work.ts';

/** For what has been begun when no more is: calls to the table, which end within 6 s each. */
const RESERVE_MILLISECONDS = 15_000;
const WORKING_MILLISECONDS = runTimersTrigger.timeoutSeconds * 1_000 - RESERVE_MILLISECONDS;

/** Does what is due of the shards that its messages name, side by side, until its time is nearly over. */
export function createHandler(source: RuntimeSource, sockets: Sockets = connectSockets(process.env)) {
  return createTriggeredHandler(source, runTimersTrigger, (event: Invocation<SQSEvent>) =>
    runTimers(event, sockets),
  );
}

export const handler = createHandler(lambdaRuntime);

async function runTimers(
  { state, Records }: Invocation<SQSEvent>,
  sockets: Sockets,
): Promise<SQSBatchResponse> {
  const { stopwatch } = state.runtime;
  const end = stopwatch() + WORKING_MILLISECONDS;
  const hasTime = () => stopwatch() < end;
  const failures = await Promise.all(
    Records.map(async (record) =>
      (await runShard(record, state, { sockets, hasTime })) ? [] : [record.messageId],
    ),
  );
  return { batchItemFailures: failures.flat().map((itemIdentifier) => ({ itemIdentifier })) };
}

/** Whether the shard of a message was worked off, as far as time allowed. */
async function runShard(
  { body }: SQSRecord,
  state: InvocationState,
  { sockets, hasTime }: { readonly sockets: Sockets; readonly hasTime: () => boolean },
): Promise<boolean> {
  const { runtime, now, metrics } = state;
  const { logger, nameSources, table, randomBytes, settings } = runtime;
  const fail = (message: string, error: unknown, fields: object) => {
    nameSources(error);
    logger.error(message, { ...fields, error: error instanceof Error ? error : new Error('unknown') });
  };
  let message: TimerMessage | undefined;
  try {
    message = readTimerMessage(body);
    if (!message) return true;
    const { kind, shard, heard } = message;
    await runDue({
      kind,
      shard,
      work: timerWork(settings, sockets)[kind],
      run: { table, now, randomBytes, heard, log: (text, fields) => logger.info(text, fields) },
      hasTime,
      onFailure({ pk, sk, due }, error) {
        fail('Timer failed', error, { kind, shard, pk, sk, due });
        metrics.push({ name: 'FailedTimers', value: 1, dimensions: { kind } });
      },
    });
    return true;
  } catch (error) {
    fail('Timers not run', error, { kind: message?.kind, shard: message?.shard });
    return false;
  }
}
