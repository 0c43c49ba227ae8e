import { triggersOf } from '../../functions/triggers.ts';
import { startEngine } from '../../lib/local/engine.ts';
import { prepareEnvironment, TABLE_NAME } from '../../lib/local/function-environment.ts';
import { readLocalSettings } from '../../lib/local/settings.ts';
import { connectTable } from '../../shared/table/table.ts';
import { makeBenchData } from '../bench-data.ts';
import { depthOf } from '../trip.ts';
import { writeBenchData } from '../write-bench-data.ts';
import type { FunctionRun } from './function-run.ts';
import { type MeasuredRequest, measuredRequests } from './measured-requests.ts';
import type { MeasuredFunction, MeasuredRun, Measurements } from './measurements.ts';
import { type KnownValues, knownValues, namePlace } from './place-names.ts';
import { type RecordedRequest, type RecordingGuard, startRecordingGuard } from './recording-guard.ts';
import type { RecordedTrip } from './recording-table.ts';
import { mergeTouches } from './touch.ts';

/** Runs that let the code become fast, and runs that are timed. */
const WARM_UPS = 100;
const TIMED_RUNS = 200;
const SCHEDULED_RUNS = 50;

const OUT_OF_THE_WAY = '1000000';

/** Measures every request on the whole service, on an engine of its own, with logs and metrics as they are deployed. */
export async function measure(): Promise<Omit<Measurements, 'stack'>> {
  const engine = await startEngine({ dataFolder: undefined });
  const limits = {
    GUARD_RATE_LIMIT_AUTH: OUT_OF_THE_WAY,
    GUARD_RATE_LIMIT_API: OUT_OF_THE_WAY,
    GUARD_RATE_LIMIT_LOGIN_ADDRESS: OUT_OF_THE_WAY,
  };
  prepareEnvironment(process.env, readLocalSettings(limits), engine.endpoint);
  Object.assign(process.env, { POWERTOOLS_LOG_LEVEL: 'INFO', GUARD_METRICS_DISABLED: 'false' });
  const table = connectTable({ tableName: TABLE_NAME, dynamodbEndpoint: engine.endpoint });
  const data = makeBenchData(0);
  await writeBenchData(table, data);
  const guard = await startRecordingGuard();
  try {
    const idle = await measureSchedules(guard);
    const known = knownValues(data);
    const requests: MeasuredRun[] = [];
    for (const request of measuredRequests(guard, table, data)) {
      requests.push(await measureRequest(guard, request, known));
    }
    // The requests leave hundreds of active alerts behind.
    return { requests, scheduled: { idle, busy: await measureSchedules(guard) } };
  } finally {
    await guard.stop();
    table.client.destroy();
    await engine.stop();
  }
}

async function measureRequest(
  guard: RecordingGuard,
  { name, prepare }: MeasuredRequest,
  known: KnownValues,
): Promise<MeasuredRun> {
  const [cold, warm, ...others] = await prepare(2 + WARM_UPS + TIMED_RUNS);
  if (!cold || !warm) throw new Error(`No requests of ${name}`);
  await guard.record(cold);
  const recorded = await guard.record(warm);
  const timed: FunctionRun[] = [];
  for (const [place, request] of others.entries()) {
    const { runs } = await guard.run(request);
    if (place >= WARM_UPS) timed.push(...runs);
  }
  const touches = recorded.trips.flat().flatMap((trip) => trip.touches);
  return {
    name,
    responseBytes: recorded.responseBytes,
    functions: measuredFunctions(recorded, timed),
    touches: mergeTouches(touches.map((touch) => namePlace(touch, known))),
  };
}

async function measureSchedules(guard: RecordingGuard): Promise<MeasuredFunction[]> {
  const measured: MeasuredFunction[] = [];
  // What calls the API is modelled (probe.ts): its runs overlap, and could not be told apart.
  const measurable = triggersOf('schedule').filter(({ callsApi }) => !callsApi);
  for (const { name } of measurable) {
    measured.push(...(await measureSchedule(guard, name)));
  }
  return measured;
}

async function measureSchedule(guard: RecordingGuard, name: string): Promise<MeasuredFunction[]> {
  const timed: FunctionRun[] = [];
  for (let place = 0; place < SCHEDULED_RUNS; place++) {
    timed.push(...(await guard.recordSchedule(name)).runs);
  }
  return measuredFunctions(await guard.recordSchedule(name), timed);
}

/** Costs at the table from the recorded run, times from the timed ones. */
function measuredFunctions(
  { runs, trips }: Pick<RecordedRequest, 'runs' | 'trips'>,
  timed: readonly FunctionRun[],
): MeasuredFunction[] {
  return runs.map((run, place) => {
    const ofFunction = timed.filter(({ name }) => name === run.name);
    const times = ofFunction.map(({ cpuMilliseconds }) => cpuMilliseconds);
    const own: readonly RecordedTrip[] = trips[place] ?? [];
    return {
      name: run.name,
      cpuMilliseconds: round(medianOf(times)),
      tripsInSequence: depthOf(own),
      readUnits: own.reduce((sum, { readUnits }) => sum + readUnits, 0),
      writeUnits: own.reduce((sum, { writeUnits }) => sum + writeUnits, 0),
      logBytes: Buffer.byteLength(run.log),
    };
  });
}

/** A busy machine makes some runs slow; their mean would measure it. */
function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const round = (value: number) => Math.round(value * 1_000) / 1_000;
