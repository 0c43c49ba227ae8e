import type { ScheduledEvent } from 'aws-lambda';
import { recordMissedHeartbeat, recordOwnHeartbeat } from '../../shared/heartbeats/own-heartbeat.ts';
import type { Environment } from '../../shared/lambda/environment.ts';
import type { Invocation, InvocationState } from '../../shared/lambda/invocation.ts';
import { lambdaRuntime, type RuntimeSource } from '../../shared/lambda/runtime.ts';
import { type SendMessages, sendMessages } from '../../shared/lambda/send-messages.ts';
import { apiBaseUrl, queueUrlOf } from '../../shared/lambda/trigger.ts';
import { createTriggeredHandler } from '../../shared/lambda/triggered-handler.ts';
import { isFresh, makeOwnKey, type OwnKey } from '../../shared/probes/own-device.ts';
import { reportItself } from '../../shared/probes/report-itself.ts';
import { readOldestDue } from '../../shared/timers/read-due.ts';
import { LATE_SECONDS, TIMER_KINDS, TIMER_SHARDS, type TimerKind } from '../../shared/timers/timer.ts';
import { writeTimerMessage } from '../../shared/timers/timer-message.ts';
import type { OwnHeartbeat } from '../../shared/timers/timer-work.ts';
import { runTimersTrigger } from './run-timers.trigger.ts';
import { tickTimersTrigger } from './tick-timers.trigger.ts';

/** A real device repeats a failed report too. */
const REPORT_TRIES = 3;

export interface Outside {
  readonly environment: Environment;
  readonly fetch: typeof fetch;
  readonly timeout: (milliseconds: number) => AbortSignal;
  readonly send: SendMessages;
}

const LAMBDA: Outside = {
  environment: process.env,
  fetch: (...request) => fetch(...request),
  timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
  send: sendMessages,
};

/** State that lasts from one tick to the next. */
interface Memory {
  key: OwnKey | undefined;
}

/**
 * Runs every minute: measures how late timers are, and queues the shards with due timers. Skips the timers that find silent
 * devices if Guard's own report does not arrive through the public URL: no device could report then.
 */
export function createHandler(source: RuntimeSource, outside: Outside = LAMBDA) {
  const memory: Memory = { key: undefined };
  return createTriggeredHandler(source, tickTimersTrigger, ({ state }: Invocation<ScheduledEvent>) =>
    tickTimers(state, outside, memory),
  );
}

export const handler = createHandler(lambdaRuntime);

async function tickTimers(state: InvocationState, outside: Outside, memory: Memory): Promise<void> {
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
  // Without a value the alarm goes off: a kind that could not be read may be late.
  if (ages.length === TIMER_KINDS.length) {
    state.metrics.push({ name: 'OldestTimerAge', value: Math.max(...ages) });
  }
  await heartbeat;
  const failed = kinds.find((it) => it.status === 'rejected');
  if (failed) throw failed.reason;
}

/** The kinds that run only after Guard's own heartbeat. */
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
};

/** The shards of a kind that have due timers, and for how many seconds the oldest has been due. */
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

async function sendAll(bodies: readonly string[], { environment, send }: Outside): Promise<void> {
  if (bodies.length === 0) return;
  await send(
    queueUrlOf(environment, runTimersTrigger.name),
    bodies.map((body) => ({ body })),
  );
}

/** Sends Guard's own report; `undefined` if it did not arrive or could not be recorded. */
async function sendOwnHeartbeat(
  { runtime }: InvocationState,
  { environment, ...surroundings }: Outside,
  memory: Memory,
): Promise<OwnHeartbeat | undefined> {
  const { table, clock, logger, randomBytes } = runtime;
  try {
    for (let tries = 1; tries <= REPORT_TRIES; tries += 1) {
      const checkedAt = clock();
      if (!isFresh(memory.key, checkedAt)) {
        memory.key = await makeOwnKey(table, { now: checkedAt, randomBytes });
      }
      const report = await reportItself(apiBaseUrl(environment), memory.key, surroundings);
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
