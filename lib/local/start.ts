import { randomBytes, randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { authorizerTrigger } from '../../functions/authorizer/authorizer.trigger.ts';
import { redirects } from '../../functions/docs/redirects.ts';
import { routes } from '../../functions/routes.ts';
import { connectTable, type Table } from '../../shared/table/table.ts';
import { createFunctionBuilder } from './build-functions.ts';
import { ensureTable } from './create-table.ts';
import { DEMO_MARKER, seedDemoData } from './demo-data.ts';
import { startEngine } from './engine.ts';
import { prepareEnvironment, TABLE_NAME } from './function-environment.ts';
import { type LocalFunctions, loadFunctions } from './functions.ts';
import { makeFunctionsFolder } from './functions-folder.ts';
import { type KeptEngine, keepEngine } from './keep-engine.ts';
import { checkPort, listenOnLoopback } from './listen.ts';
import { LocalServerError, reasonOf } from './local-server-error.ts';
import { rebuildOnChange } from './rebuild-functions.ts';
import { announceServer, SERVERS_FOLDER } from './running-servers.ts';
import { type LocalSettings, readLocalSettings } from './settings.ts';

export interface LocalServer {
  readonly url: string;
  /** Where the data is, in words. */
  readonly data: string;
  /** Ends requests, watching and the engine, in that order. */
  stop(): Promise<void>;
}

export interface LocalServerOptions {
  readonly environment: Record<string, string | undefined>;
  readonly log: (line: string) => void;
  /** Rebuilds functions when their sources change. */
  readonly watch?: boolean;
}

type Cleanup = () => Promise<void>;

/**
 * The whole service on this machine: engine, table, demo data, functions and gateway. A start that fails leaves
 * nothing running. Sets this process's environment for the functions.
 */
export async function startLocalServer(options: LocalServerOptions): Promise<LocalServer> {
  const cleanups: Cleanup[] = [];
  const stop = async () => {
    for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) await cleanup();
  };
  try {
    return { ...(await start(options, cleanups)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start({ environment, log, watch = false }: LocalServerOptions, cleanups: Cleanup[]) {
  const settings = readLocalSettings(environment);
  await checkPort(settings.port);
  const [engine, functions] = await bothOf(
    openEngine(settings, cleanups, log),
    prepareFunctions(watch, cleanups, log),
  );
  const { corsOrigin } = settings;
  const lookups = {
    functions: functions.endpoint,
    authorizer: functions.authorizer,
    isAvailable: engine.isUp,
  };
  const listener = await listenOnLoopback(
    { routes, redirects, ...lookups, corsOrigin, clock: () => new Date(), newRequestId: randomUUID, log },
    settings.port,
  );
  cleanups.push(() => listener.close());
  const data = settings.dynamodbEndpoint ?? settings.dataFolder ?? 'memory';
  const server = { url: listener.url, data };
  const announced = { pid: process.pid, dynamodbEndpoint: engine.endpoint, ...server };
  cleanups.push(await announceServer(announced, SERVERS_FOLDER, log));
  return server;
}

/** Waits for both also where one fails, so that whatever was started is there to be ended. */
async function bothOf<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}

/** An engine of the server's own, or the one that the settings name, with the table in it. */
async function openEngine(
  settings: LocalSettings,
  cleanups: Cleanup[],
  log: (line: string) => void,
): Promise<Pick<KeptEngine, 'endpoint' | 'isUp'>> {
  const { dynamodbEndpoint, dataFolder } = settings;
  const prepare = async (endpoint: string) => {
    prepareEnvironment(process.env, settings, endpoint);
    await prepareTable(endpoint, log);
  };
  if (dynamodbEndpoint !== undefined) {
    await prepare(dynamodbEndpoint);
    return { endpoint: dynamodbEndpoint, isUp: () => true };
  }
  const engine = await keepEngine({
    start: (port) => startEngine({ dataFolder, ...(port === undefined ? {} : { port }) }),
    prepare,
    keepsData: dataFolder !== undefined,
    log,
    now: () => performance.now(),
  });
  cleanups.push(() => engine.stop());
  return engine;
}

async function prepareFunctions(
  watch: boolean,
  cleanups: Cleanup[],
  log: (line: string) => void,
): Promise<LocalFunctions> {
  const folder = await makeFunctionsFolder();
  cleanups.push(() => folder.remove());
  const functions = loadFunctions(folder.path, authorizerTrigger.name);
  const builder = createFunctionBuilder(folder.path);
  await builder.build();
  if (watch) {
    const watching = await rebuildOnChange({ builder, onRebuilt: functions.reload, log });
    cleanups.push(async () => watching.stop());
  }
  return functions;
}

async function prepareTable(endpoint: string, log: (line: string) => void): Promise<void> {
  const table = connectTable({ tableName: TABLE_NAME, dynamodbEndpoint: endpoint });
  try {
    await ensureTable(table.client, TABLE_NAME);
    if (!(await hasDemoData(table))) {
      log('writing the demo data');
      await seedDemoData(table, { now: new Date(), randomBytes });
    }
  } catch (error) {
    if (error instanceof LocalServerError) throw error;
    throw new LocalServerError(`The DynamoDB engine at ${endpoint} is of no use: ${reasonOf(error)}.`, error);
  } finally {
    table.client.destroy();
  }
}

/** The marker is written last, so a first start that was cut short is made good by the next. */
async function hasDemoData(table: Table): Promise<boolean> {
  const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key: DEMO_MARKER }));
  return Item !== undefined;
}
