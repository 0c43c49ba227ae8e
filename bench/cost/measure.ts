import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { ensureTable } from '../../lib/local/create-table.ts';
import { startEngine } from '../../lib/local/engine.ts';
import { prepareEnvironment, TABLE_NAME } from '../../lib/local/function-environment.ts';
import { readLocalSettings } from '../../lib/local/settings.ts';
import { SOCKETS_ENDPOINT_VARIABLE } from '../../shared/lambda/trigger.ts';
import { connectTable, type Table } from '../../shared/table/table.ts';
import { makeBenchData } from '../bench-data.ts';
import { writeBenchData } from '../write-bench-data.ts';
import type { FunctionRun } from './function-run.ts';
import { measureReactions } from './measure-reactions.ts';
import { measureRetention, measureSchedules } from './measure-triggered.ts';
import { measuredFunctions } from './measured-functions.ts';
import { HEARTBEAT, type MeasuredRequest, measuredRequests } from './measured-requests.ts';
import type { MeasuredRun, Measurements } from './measurements.ts';
import { type KnownValues, knownValues, namePlace } from './place-names.ts';
import { type RecordingGuard, startRecordingGuard } from './recording-guard.ts';
import { connectReporter } from './reporter.ts';
import { resolveNewAlert } from './resolve-new-alert.ts';
import { startSink } from './sink.ts';
import { mergeTouches } from './touch.ts';

/** Runs that let the code become fast, and runs that are timed. */
const WARM_UPS = 100;
const TIMED_RUNS = 200;

const OUT_OF_THE_WAY = '1000000';

/** As long as those are that AWS gives. */
const LIVE_URL = 'wss://a1b2c3d4e5.execute-api.eu-west-1.amazonaws.com/prod';

/** Measures every request on the whole service, on an engine of its own, with logs and metrics as they are deployed. */
export async function measure(): Promise<Omit<Measurements, 'stack'>> {
  const engine = await startEngine({ dataFolder: undefined });
  const limits = {
    GUARD_RATE_LIMIT_AUTH: OUT_OF_THE_WAY,
    GUARD_RATE_LIMIT_API: OUT_OF_THE_WAY,
    GUARD_RATE_LIMIT_KEY_EVENTS: OUT_OF_THE_WAY,
    GUARD_RATE_LIMIT_LOGIN_ADDRESS: OUT_OF_THE_WAY,
    GUARD_CORS_ORIGIN: '*', // as on a stage
  };
  prepareEnvironment(process.env, readLocalSettings(limits), engine.endpoint);
  Object.assign(process.env, {
    POWERTOOLS_LOG_LEVEL: 'INFO',
    GUARD_METRICS_DISABLED: 'false',
    GUARD_LIVE_URL: LIVE_URL,
  });
  const sink = await startSink();
  process.env[SOCKETS_ENDPOINT_VARIABLE] = sink.url;
  const table = connectTable({ tableName: TABLE_NAME, dynamodbEndpoint: engine.endpoint });
  const data = makeBenchData(0);
  await writeBenchData(table, data);
  const streams = new DynamoDBStreamsClient({ endpoint: engine.endpoint });
  const guard = await startRecordingGuard();
  try {
    const reporter = await connectReporter(guard, data);
    const { body: heartbeatAnswer } = await guard.run(reporter.report(HEARTBEAT));
    const idle = await measureSchedules(guard, heartbeatAnswer);
    const known = knownValues(data, reporter);
    const requests: MeasuredRun[] = [];
    for (const request of measuredRequests(guard, table, data, reporter)) {
      requests.push(await measureRequest(guard, request, known));
    }
    // The requests leave hundreds of active alerts behind.
    const scheduled = { idle, busy: await measureSchedules(guard, heartbeatAnswer) };
    const retention = await measureRetention(guard, await resolveNewAlert(guard, table, data));
    const stream = { client: streams, arn: await streamOf(table) };
    const { reactions, deliveryBytes } = await measureReactions(guard, data, {
      stream,
      receiverUrl: sink.url,
    });
    return { requests, scheduled, reactions, deliveryBytes, retention };
  } finally {
    sink.end();
    streams.destroy();
    await guard.stop();
    table.client.destroy();
    await engine.stop();
  }
}

async function streamOf({ client, name }: Table): Promise<string> {
  await ensureTable(client, name, { hasStream: true });
  const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
  if (!Table?.LatestStreamArn) throw new Error('The table has no stream');
  return Table.LatestStreamArn;
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
