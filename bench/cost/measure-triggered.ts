import { runTimersTrigger } from '../../functions/timers/run-timers.trigger.ts';
import { tickTimersTrigger } from '../../functions/timers/tick-timers.trigger.ts';
import { createHandler as createTickHandler } from '../../functions/timers/tick-timers.ts';
import { triggersOf } from '../../functions/triggers.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { API_BASE_URL_VARIABLE, queueUrlVariable } from '../../shared/lambda/trigger.ts';
import { shardOfTimer, TIMER_SHARDS } from '../../shared/timers/timer.ts';
import { writeTimerMessage } from '../../shared/timers/timer-message.ts';
import type { FunctionRun } from './function-run.ts';
import { measuredFunctions } from './measured-functions.ts';
import type { MeasuredFunction } from './measurements.ts';
import type { RecordingGuard, TriggeredRun } from './recording-guard.ts';

const TIMED_RUNS = 50;

type Unrecorded = Omit<TriggeredRun, 'isRecorded'>;

/**
 * What runs every minute, each function by itself. Guard's own report is not made: the tick is given the answer that such a
 * report has, and the functions that it runs are those of a heartbeat (minutely.ts). What else calls the API is
 * modelled (probe.ts).
 */
export async function measureSchedules(
  guard: RecordingGuard,
  heartbeatAnswer: string,
): Promise<MeasuredFunction[]> {
  const measured: MeasuredFunction[] = [];
  for (const { name } of triggersOf('schedule').filter(({ callsApi }) => !callsApi)) {
    measured.push(...(await measureRuns(guard, name, () => ({ event: {} }))));
  }
  const handler = createTickHandler(lambdaRuntime, {
    environment: {
      [API_BASE_URL_VARIABLE]: 'https://guard.example.com',
      [queueUrlVariable(runTimersTrigger.name)]: 'https://queue.example.com',
    },
    fetch: async () => new Response(heartbeatAnswer),
    timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
    send: async () => {},
  });
  const { name } = tickTimersTrigger;
  return [...measured, ...(await measureRuns(guard, name, () => ({ event: {}, handler })))];
}

/**
 * The run of run-timers that marks one alert and its history to go, and nothing else. What is due before is done first, since a
 * run takes all that is due of its shard.
 */
export async function measureRetention(
  guard: RecordingGuard,
  resolveAnother: () => Promise<string>,
): Promise<MeasuredFunction> {
  const runOf = (shard: number): Unrecorded => {
    const body = writeTimerMessage({ kind: 'retention', shard, heard: undefined });
    return { event: { Records: [{ messageId: 'one', body }] } };
  };
  for (let shard = 0; shard < TIMER_SHARDS; shard++) {
    await guard.trigger(runTimersTrigger.name, { ...runOf(shard), isRecorded: false });
  }
  const prepare = async () => runOf(shardOfTimer(await resolveAnother()));
  const [measured] = await measureRuns(guard, runTimersTrigger.name, prepare);
  if (!measured) throw new Error('No run was measured');
  return measured;
}

async function measureRuns(
  guard: RecordingGuard,
  name: string,
  prepare: () => Unrecorded | Promise<Unrecorded>,
): Promise<MeasuredFunction[]> {
  const timed: FunctionRun[] = [];
  for (let place = 0; place < TIMED_RUNS; place++) {
    timed.push(...(await guard.trigger(name, { ...(await prepare()), isRecorded: false })).runs);
  }
  return measuredFunctions(await guard.trigger(name, { ...(await prepare()), isRecorded: true }), timed);
}
