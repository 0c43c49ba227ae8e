import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { authorizerTrigger } from '../../functions/authorizer/authorizer.trigger.ts';
import { functionSources } from '../../functions/sources.ts';
import { bundleFunctions } from '../../lib/cdk/functions/bundle.ts';
import { startEngine } from '../../lib/local/engine.ts';
import { TABLE_NAME, useLocalAccount } from '../../lib/local/function-environment.ts';
import { makeFunctionsFolder } from '../../lib/local/functions-folder.ts';
import { connectTable } from '../../shared/table/table.ts';
import { makeBenchData } from '../bench-data.ts';
import { printTable, type Row } from '../print-table.ts';
import { writeBenchData } from '../write-bench-data.ts';
import { type LoadCase, loadCases } from './load-cases.ts';
import { describeFailures, type LoadFigures, runLoad } from './run-load.ts';
import type { ServerState } from './server.ts';

/**
 * `npm run bench:load` measures the deployed functions behind the local gateway in their own process, with many
 * concurrent connections, and the memory of that process. The engine and the client run on the same machine.
 *
 *     --seconds 60        duration of each run
 *     --requests 100000   minimum number of requests before the last measurement of memory
 *
 * Fails if a request fails. Times are only printed.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    requests: { type: 'string', default: '100000' },
  },
});
const seconds = wholeNumber('seconds', values.seconds, 600);
const leastRequests = wholeNumber('requests', values.requests, 10_000_000);

const CONNECTIONS = [8, 64, 256];
const ALERT_COUNT = 5_000;
const MEMORY_MARKS = [30_000, 100_000];

useLocalAccount(process.env);
const folder = await makeFunctionsFolder();
const engine = await startEngine({ dataFolder: undefined });
const table = connectTable({ tableName: TABLE_NAME, dynamodbEndpoint: engine.endpoint });
const failures: string[] = [];
try {
  const data = makeBenchData(ALERT_COUNT);
  await writeBenchData(table, data);
  const cases = await loadCases(table, data, new Date());
  const used = new Set([authorizerTrigger.name, ...cases.flatMap((it) => it.functions)]);
  await bundleFunctions(
    folder.path,
    functionSources().filter(({ name }) => used.has(name)),
  );
  const server = await startServer();
  const rows: Row[] = [];
  for (const load of cases) {
    for (const connections of CONNECTIONS) rows.push(await runCase(server.state.url, load, connections));
  }
  printTable(`Load: ${seconds} s each`, rows);
  await fill(server, cases);
  printMemory(server.state, await server.ask());
  server.stop();
} finally {
  table.client.destroy();
  await engine.stop();
  await folder.remove();
}
for (const failure of failures) console.log(`- ${failure}`);
if (failures.length > 0) process.exitCode = 1;

interface Server {
  /** The state when it began to listen. */
  readonly state: ServerState;
  ask(): Promise<ServerState>;
  stop(): void;
}

async function startServer(): Promise<Server> {
  const program = fileURLToPath(new URL('./server.ts', import.meta.url));
  const parameters = [folder.path, engine.endpoint, ...MEMORY_MARKS.map(String)];
  const child = fork(program, parameters, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: ['--expose-gc'],
  });
  const state = async (): Promise<ServerState> => (await once(child, 'message'))[0];
  return {
    state: await state(),
    ask() {
      child.send('state');
      return state();
    },
    stop: () => child.disconnect(),
  };
}

async function runCase(url: string, { name, prepare }: LoadCase, connections: number): Promise<Row> {
  const requests = await prepare();
  const figures = await runLoad({ url, requests, again: true, connections, seconds });
  note(`${name}, ${connections} connections`, figures);
  return {
    requests: name,
    connections,
    answered: figures.requests,
    'requests / s': figures.perSecond.toFixed(0),
    'p50 ms': figures.p50.toFixed(0),
    'p95 ms': figures.p95.toFixed(0),
    'p99 ms': figures.p99.toFixed(0),
    'longest ms': figures.longest.toFixed(0),
    errors: Object.values(figures.failures).reduce((sum, count) => sum + count, 0),
  };
}

/** Sends more requests, up to the minimum for the last measurement of memory. */
async function fill(server: Server, [load]: readonly LoadCase[]): Promise<void> {
  const { requests: made } = await server.ask();
  if (!load || made >= leastRequests) return;
  const most = leastRequests - made;
  const requests = await load.prepare();
  const { url } = server.state;
  note(
    'to see the memory',
    await runLoad({ url, requests, again: true, connections: 64, seconds: 3_600, most }),
  );
}

function note(name: string, { failures: failed, requests }: LoadFigures): void {
  const description = describeFailures(failed);
  if (description) failures.push(`${name}: of ${requests} requests ${description}`);
}

function printMemory(before: ServerState, after: ServerState): void {
  const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(0);
  const marks = Object.entries(after.residentAt).map(([requests, bytes]) => ({
    'after requests': Number(requests),
    'resident MB': megabytes(bytes),
    'live heap MB': '–',
  }));
  const row = ({ requests, residentBytes, liveHeapBytes }: ServerState) => ({
    'after requests': requests,
    'resident MB': megabytes(residentBytes),
    'live heap MB': megabytes(liveHeapBytes),
  });
  printTable('Memory of the server', [row(before), ...marks, row(after)]);
}

function wholeNumber(name: string, text: string, maximum: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 1 && value <= maximum) return value;
  console.error(`--${name} must be a whole number from 1 to ${maximum}, not "${text}".`);
  process.exit(2);
}
