import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { AUTHORIZER } from '../../functions/internal-functions.ts';
import { routes } from '../../functions/routes.ts';
import { connectTable, type Table } from '../../shared/table/table.ts';
import { bundleFunctions, watchFunctions } from '../bundle.ts';
import { ensureTable } from './create-table.ts';
import { DEMO_MARKER, seedDemoData } from './demo-data.ts';
import { startEngine } from './engine.ts';
import { prepareEnvironment, TABLE_NAME } from './function-environment.ts';
import { type LocalFunctions, loadFunctions } from './functions.ts';
import { makeFunctionsFolder } from './functions-folder.ts';
import { listenOnLoopback } from './listen.ts';
import { LocalServerError, reasonOf } from './local-server-error.ts';
import { type LocalSettings, readLocalSettings } from './settings.ts';

export interface LocalServer {
  readonly url: string;
  /** Where the data is, in words. */
  readonly data: string;
  /** Where the administration command reaches the table. */
  readonly dynamodbEndpoint: string;
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
  const endpoint = settings.dynamodbEndpoint ?? (await ownEngine(settings, cleanups));
  prepareEnvironment(process.env, settings, endpoint);
  await prepareTable(endpoint, log);

  const folder = await makeFunctionsFolder(settings.dataFolder);
  cleanups.push(() => folder.remove());
  const functions = loadFunctions(folder.path, AUTHORIZER.name);
  if (watch) cleanups.push(await watchInto(folder.path, functions, log));
  else await bundleFunctions({ outputFolder: folder.path });

  const { corsOrigin } = settings;
  const lookups = { functions: functions.endpoint, authorizer: functions.authorizer };
  const listener = await listenOnLoopback(
    { routes, ...lookups, corsOrigin, clock: () => new Date(), newRequestId: randomUUID, log },
    settings.port,
  );
  cleanups.push(() => listener.close());
  const data = settings.dynamodbEndpoint ?? settings.dataFolder ?? 'memory';
  return { url: listener.url, data, dynamodbEndpoint: endpoint };
}

async function ownEngine({ dataFolder }: LocalSettings, cleanups: Cleanup[]): Promise<string> {
  const engine = await startEngine({ dataFolder });
  cleanups.push(() => engine.stop());
  return engine.endpoint;
}

async function prepareTable(endpoint: string, log: (line: string) => void): Promise<void> {
  const table = connectTable({ tableName: TABLE_NAME, dynamodbEndpoint: endpoint });
  try {
    await ensureTable(table.client, TABLE_NAME);
    if (!(await hasDemoData(table))) {
      log('writing the demo data');
      await seedDemoData(table);
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

/** Resolves after the first build that succeeds; the watch reports the ones that fail. */
async function watchInto(
  outputFolder: string,
  functions: LocalFunctions,
  log: (line: string) => void,
): Promise<Cleanup> {
  const built = Promise.withResolvers<void>();
  const watch = await watchFunctions({
    outputFolder,
    onRebuilt(names) {
      functions.reload(names);
      log(`built ${names.length} functions`);
      built.resolve();
    },
  });
  await built.promise;
  return () => watch.stop();
}
