import type { ScheduledEvent, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { ESCALATION_WORK } from '../../shared/alerts/escalate.ts';
import { OCCURRENCES_WORK } from '../../shared/alerts/occurrences.ts';
import { PARK_WORK } from '../../shared/alerts/park-alert.ts';
import { REMINDER_WORK } from '../../shared/alerts/remind.ts';
import { retainAlert } from '../../shared/alerts/retain-alert.ts';
import type { Environment } from '../../shared/lambda/environment.ts';
import type { Invocation, InvocationState } from '../../shared/lambda/invocation.ts';
import type { RuntimeSource } from '../../shared/lambda/runtime.ts';
import { type OutgoingMessage, type SendMessages, sendMessages } from '../../shared/lambda/send-messages.ts';
import type { Settings } from '../../shared/lambda/settings.ts';
import { connectSockets, type Sockets } from '../../shared/lambda/sockets.ts';
import {
  apiBaseUrl,
  DELIVER_WEBHOOK,
  defineTrigger,
  NOTIFY_PEOPLE,
  queueUrlOf,
} from '../../shared/lambda/trigger.ts';
import { createTriggeredHandler } from '../../shared/lambda/triggered-handler.ts';
import { endConnectionWork } from '../../shared/live/close-connection.ts';
import { type OnNobody, publishNobody } from '../../shared/notify/nobody-notified.ts';
import { notificationWork, summaryWork } from '../../shared/notify/notification-work.ts';
import { heartbeatWork } from '../../shared/reports/check-heartbeat.ts';
import { TEST_WORK } from '../../shared/reports/run-test.ts';
import { TRACE_HEADER_VARIABLE } from '../../shared/self-check/check-api.ts';
import { isFresh, makeOwnKey, type OwnKey, reportItself } from '../../shared/self-check/own-device.ts';
import { recordMissedHeartbeat, recordOwnHeartbeat } from '../../shared/self-check/own-heartbeat.ts';
import { STATISTICS_WORK } from '../../shared/statistics/recompute.ts';
import { SUPERVISION_WORK } from '../../shared/supervisions/supervision-work.ts';
import {
  type OwnHeartbeat,
  readOldestDue,
  readTimerMessage,
  type TimerMessage,
  type TimerWork,
  writeTimerMessage,
} from '../../shared/table/due-timers.ts';
import { runDue } from '../../shared/table/run-due.ts';
import { LATE_SECONDS, TIMER_KINDS, TIMER_SHARDS, type TimerKind } from '../../shared/table/timer.ts';
import { deliveryWork } from '../../shared/webhooks/delivery-work.ts';

interface TimerContext {
  readonly sockets: Sockets;
  readonly sendDelivery: (message: OutgoingMessage) => Promise<void>;
  /** Sends a message to the queue of the function that notifies people. */
  readonly sendNotification: (message: OutgoingMessage) => Promise<void>;
  readonly onNobody: OnNobody;
}

function workByKind(
  settings: Pick<Settings, 'alertRetentionDays'>,
  { sockets, sendDelivery, sendNotification, onNobody }: TimerContext,
): Readonly<Record<TimerKind, TimerWork>> {
  return {
    watch: heartbeatWork(settings.alertRetentionDays),
    occurrences: OCCURRENCES_WORK,
    escalation: ESCALATION_WORK,
    retention: {
      run: (item, { table }) => retainAlert(table, item, settings.alertRetentionDays),
    },
    live: endConnectionWork(sockets),
    delivery: deliveryWork(sendDelivery),
    statistics: STATISTICS_WORK,
    test: TEST_WORK,
    notification: notificationWork(sendNotification, onNobody),
    summary: summaryWork(sendNotification),
    reminder: REMINDER_WORK,
    park: PARK_WORK,
    supervision: SUPERVISION_WORK,
  };
}

export const runTimersTrigger = defineTrigger('jobs/timers/run-timers', {
  description: 'Runs due timers',
  // A run that Lambda throttles counts as an attempt, too, so AWS advises at least five ("Configuring an SQS event source
  // mapping").
  trigger: { kind: 'queue', isFifo: false, batchSize: 5, attempts: 5 },
  table: {
    // DeleteItem is needed for the watches of devices that another release has deleted.
    actions: [
      'BatchGetItem',
      'ConditionCheckItem',
      'DeleteItem',
      'GetItem',
      'PutItem',
      'Query',
      'UpdateItem',
    ],
    indexes: ['timer'],
  },
  sendsTo: [DELIVER_WEBHOOK, NOTIFY_PEOPLE],
  settings: ['GUARD_ALERT_RETENTION_DAYS'],
  // It closes connections that have reached their end.
  postsToSockets: true,
  timeoutSeconds: 55,
});

export const tickTimersTrigger = defineTrigger('jobs/timers/tick-timers', {
  description: 'Finds due timers',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  table: { actions: ['GetItem', 'PutItem', 'UpdateItem'], indexes: ['timer'] },
  sendsTo: [runTimersTrigger.name],
  callsApi: true,
  timeoutSeconds: 30,
});

/** How often a failed report is tried. A real device repeats it, too. */
const REPORT_TRIES = 3;

interface TickOutside {
  readonly environment: Environment;
  readonly fetch: typeof fetch;
  readonly timeout: (milliseconds: number) => AbortSignal;
  readonly send: SendMessages;
}

const LAMBDA: TickOutside = {
  environment: process.env,
  fetch: (...request) => fetch(...request),
  timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
  send: sendMessages,
};

/** What the function remembers from one tick to the next. */
interface Memory {
  key: OwnKey | undefined;
}

/**
 * Runs every minute: measures how late timers are, and queues the shards that have due timers. If Guard's own report does not
 * arrive through the public URL, it skips the timers that find silent devices, because then no device could report.
 */
export function tickTimersHandler(source: RuntimeSource, outside: TickOutside = LAMBDA) {
  const memory: Memory = { key: undefined };
  return createTriggeredHandler(source, tickTimersTrigger, ({ state }: Invocation<ScheduledEvent>) =>
    tickTimers(state, outside, memory),
  );
}

async function tickTimers(state: InvocationState, outside: TickOutside, memory: Memory): Promise<void> {
  const heartbeat = sendOwnHeartbeat(state, outside, memory);
  const ages: number[] = [];
  const kinds = await Promise.allSettled(
    TIMER_KINDS.map(async (kind) => {
      const { shards, age } = await dueShards(kind, state);
      ages.push(age);
      if (age > LATE_SECONDS) state.runtime.logger.warn('Timers late', { kind, age_seconds: age });
      const ownHeartbeat = NEEDS_HEARTBEAT[kind] ? await heartbeat : undefined;
      if (NEEDS_HEARTBEAT[kind] && !ownHeartbeat) return;
      await sendAll(
        shards.map((shard) => writeTimerMessage({ kind, shard, ownHeartbeat })),
        outside,
      );
    }),
  );
  // If a kind could not be read, it may be late. So no value is published, and the alarm fires.
  if (ages.length === TIMER_KINDS.length) {
    state.metrics.push({ name: 'OldestTimerAge', value: Math.max(...ages) });
  }
  await heartbeat;
  const failed = kinds.find((it) => it.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Which kinds of timers run only after Guard's own heartbeat has arrived: those that raise an alert because nothing was reported. */
const NEEDS_HEARTBEAT: Readonly<Record<TimerKind, boolean>> = {
  watch: true,
  occurrences: false,
  escalation: false,
  retention: false,
  live: false,
  delivery: false,
  statistics: false,
  test: false,
  notification: false,
  summary: false,
  reminder: false,
  park: false,
  supervision: true,
};

/** Finds the shards of a kind that have due timers, and for how many seconds the oldest timer has been due. */
async function dueShards(
  kind: TimerKind,
  { runtime, now }: InvocationState,
): Promise<{ readonly shards: number[]; readonly age: number }> {
  const shards = Array.from({ length: TIMER_SHARDS }, (_, shard) => shard);
  const oldest = await Promise.all(shards.map((shard) => readOldestDue(runtime.table, kind, shard, now)));
  const ages = oldest.map((due) => (due ? (now.getTime() - due.getTime()) / 1_000 : undefined));
  const late = ages.filter((age) => age !== undefined);
  return { shards: shards.filter((shard) => ages[shard] !== undefined), age: Math.max(0, ...late) };
}

async function sendAll(bodies: readonly string[], { environment, send }: TickOutside): Promise<void> {
  if (bodies.length === 0) return;
  await send(
    queueUrlOf(environment, runTimersTrigger.name),
    bodies.map((body) => ({ body })),
  );
}

/** Sends Guard's own report; `undefined` if it did not arrive, or if this could not be recorded. */
async function sendOwnHeartbeat(
  { runtime }: InvocationState,
  { environment, ...surroundings }: TickOutside,
  memory: Memory,
): Promise<OwnHeartbeat | undefined> {
  const { table, clock, logger, randomBytes } = runtime;
  try {
    for (let tries = 1; tries <= REPORT_TRIES; tries += 1) {
      const checkedAt = clock();
      if (!isFresh(memory.key, checkedAt)) {
        memory.key = await makeOwnKey(table, { now: checkedAt, randomBytes });
      }
      const traceHeader = environment[TRACE_HEADER_VARIABLE];
      const report = await reportItself(apiBaseUrl(environment), memory.key, {
        ...surroundings,
        traceHeader,
      });
      if (report.outcome === 'heard') return await recordOwnHeartbeat(table, checkedAt);
      logger.warn('Own report failed', { failure: report.failure, tries });
      if (report.isKeyRefused) memory.key = undefined;
    }
    await recordMissedHeartbeat(table, clock());
  } catch (error) {
    logger.error('Own report not recorded', { error: runtime.nameSources(error) });
  }
  return undefined;
}

/**
 * In the last 15 s of the function, no more timers are started, because those that were started must end, and each call of
 * the table takes up to 6 s.
 */
const RESERVE_MILLISECONDS = 15_000;
const WORKING_MILLISECONDS = runTimersTrigger.timeoutSeconds * 1_000 - RESERVE_MILLISECONDS;

interface RunOutside {
  readonly environment: Environment;
  readonly send: SendMessages;
  readonly sockets: Sockets;
}

const lambdaOutside = (): RunOutside => ({
  environment: process.env,
  send: sendMessages,
  sockets: connectSockets(process.env),
});

/** Handles the due timers of the shards in its messages in parallel, until its time is nearly over. */
export function runTimersHandler(source: RuntimeSource, outside = lambdaOutside()) {
  return createTriggeredHandler(source, runTimersTrigger, (event: Invocation<SQSEvent>) =>
    runTimers(event, outside),
  );
}

async function runTimers(
  { state, Records }: Invocation<SQSEvent>,
  { environment, send, sockets }: RunOutside,
): Promise<SQSBatchResponse> {
  const { stopwatch } = state.runtime;
  const end = stopwatch() + WORKING_MILLISECONDS;
  const hasTime = () => stopwatch() < end;
  const sendTo = (name: string) => (message: OutgoingMessage) =>
    send(queueUrlOf(environment, name), [message]);
  const work = workByKind(state.runtime.settings, {
    sockets,
    sendDelivery: sendTo(DELIVER_WEBHOOK),
    sendNotification: sendTo(NOTIFY_PEOPLE),
    onNobody: publishNobody(state.runtime),
  });
  const failures = await Promise.all(
    Records.map(async (record) =>
      (await runShard(record, state, { work, hasTime })) ? [] : [record.messageId],
    ),
  );
  return { batchItemFailures: failures.flat().map((itemIdentifier) => ({ itemIdentifier })) };
}

/** Handles one shard. Resolves to `false` if the message must be repeated. */
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
