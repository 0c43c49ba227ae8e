import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { authorizerTrigger } from '../../functions/jobs/authorizer.ts';
import { redirects } from '../../functions/redirects.ts';
import { routes } from '../../functions/routes.ts';
import { type FunctionSource, functionSources } from '../../functions/sources.ts';
import { triggers as declaredTriggers, triggersOf } from '../../functions/triggers.ts';
import type { SettingName } from '../../shared/lambda/settings.ts';
import { API_BASE_URL_VARIABLE, type TriggeredFunction } from '../../shared/lambda/trigger.ts';
import { connectTable } from '../../shared/table/table.ts';
import { createFunctionBuilder, type FunctionBuilder } from './build-functions.ts';
import { DemoSso, demoIssuer } from './demo-sso/demo-sso.ts';
import { seedDemoSso } from './demo-sso/seed-demo-sso.ts';
import { playDemoTraffic } from './demo-traffic.ts';
import { TABLE_NAME } from './function-environment.ts';
import { type LocalFunctions, loadFunctions } from './functions.ts';
import { makeFunctionsFolder } from './functions-folder.ts';
import { keyVariables } from './key-file.ts';
import { checkPort, listenOnLoopback } from './listen.ts';
import { LocalServerError, reasonOf } from './local-server-error.ts';
import { type Cleanup, openEngine } from './open-engine.ts';
import { createFunctionRunner } from './run-function.ts';
import { announceServer, SERVERS_FOLDER } from './running-servers.ts';
import { PROJECT_FOLDER, readLocalSettings } from './settings.ts';
import { Bell } from './triggers/bell.ts';
import { liveUrl } from './triggers/live-url.ts';
import { type Pause, pause as realPause } from './triggers/pause.ts';
import { ringAfterWrites } from './triggers/ring-after-writes.ts';
import { openDeclaredServices, startTriggers } from './triggers/triggers.ts';
import { triggerVariables } from './triggers/variables.ts';
import { type FolderWatch, watchFolders } from './watch-folders.ts';

export interface LocalServer {
  readonly url: string;
  /** A description of the location of the data. */
  readonly data: string;
  /** Ends the requests, the watching and the engine, in this order. */
  stop(): Promise<void>;
}

interface LocalServerOptions {
  readonly environment: Record<string, string | undefined>;
  readonly log: (line: string) => void;
  /** Rebuilds functions when their sources change. */
  readonly watch?: boolean;
  /** Whether the demo's machines send reports, unless the settings turn them off. */
  readonly playsDemo?: boolean;
  readonly triggers?: readonly TriggeredFunction[];
  readonly sources?: readonly FunctionSource[];
  readonly pause?: Pause;
}

/** The delay of a change that no function of this server made. Polling at this rate takes 3 to 4 % of a processor. */
const STREAM_POLL_MILLISECONDS = 100;

/**
 * Starts the whole service: engine, table, demo data, functions and gateway. A failed start stops everything that it started.
 * Sets the environment of this process for the functions.
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

async function start(options: LocalServerOptions, cleanups: Cleanup[]) {
  const { environment, log, watch = false } = options;
  const { triggers = declaredTriggers, sources = functionSources(), pause = realPause } = options;
  const clock = () => new Date();
  const settings = readLocalSettings(environment);
  await checkPort(settings.port);
  const ofKey = await keyVariables(settings.dataFolder);
  const services = await openDeclaredServices(triggers, { clock, newId: randomUUID, log });
  if (services) cleanups.push(services.close);
  const [engine, functions] = await bothOf(
    openEngine(
      {
        settings,
        hasStream: triggersOf('stream', triggers).length > 0,
        variables: { ...triggerVariables(triggers, services?.url), ...ofKey },
        log,
      },
      cleanups,
    ),
    prepareFunctions({ sources, watch, log }, cleanups),
  );
  const isAvailable = engine.isUp;
  const run = createFunctionRunner({ clock, newRequestId: randomUUID, log });
  const changed = new Bell();
  const running = await startTriggers(triggers, {
    services,
    stream: { tableName: TABLE_NAME, pollMilliseconds: STREAM_POLL_MILLISECONDS, changed, ...engine },
    host: {
      run: ({ name, timeoutSeconds }, event) =>
        run(name, () => functions.triggered(name), event, timeoutSeconds * 1_000).finally(() =>
          changed.ring(),
        ),
      isAvailable,
      clock,
      pause,
      newId: randomUUID,
      log,
    },
  });
  const { corsOrigin, port } = settings;
  const endpoint = ringAfterWrites(functions.endpoint, routes, changed);
  const lookups = { functions: endpoint, authorizer: functions.authorizer, isAvailable };
  const { sockets } = running;
  const listener = await listenOnLoopback(
    {
      routes,
      redirects,
      ...lookups,
      sockets,
      outbox: services?.outbox,
      demoSso: new DemoSso(),
      corsOrigin,
      clock,
      newRequestId: randomUUID,
      log,
    },
    port,
  ).catch(async (error: unknown) => {
    await running.stop();
    throw error;
  });
  // Functions that call the API run after a minute at the earliest.
  process.env[API_BASE_URL_VARIABLE] = listener.url;
  process.env['GUARD_LIVE_URL' satisfies SettingName] = liveUrl(listener.url);
  cleanups.push(() => listener.close(), running.stop);
  await addDemoSso(engine.endpoint, listener.url, clock()).catch((error: unknown) =>
    log(`The demo has no single sign-on: ${reasonOf(error)}`),
  );
  const data = settings.dynamodbEndpoint ?? settings.dataFolder ?? 'memory';
  const server = { url: listener.url, data };
  const announced = { pid: process.pid, dynamodbEndpoint: engine.endpoint, ...server };
  cleanups.push(await announceServer(announced, SERVERS_FOLDER, log));
  if (options.playsDemo && settings.playsDemoTraffic) {
    const { endpoint: dynamodbEndpoint } = engine;
    cleanups.push(playDemoTraffic({ url: listener.url, dynamodbEndpoint, pause, random: Math.random, log }));
  }
  return server;
}

async function addDemoSso(dynamodbEndpoint: string, url: string, now: Date): Promise<void> {
  const table = connectTable({ tableName: TABLE_NAME, dynamodbEndpoint });
  try {
    await seedDemoSso(table, demoIssuer(url), now);
  } finally {
    table.client.destroy();
  }
}

/** Waits for both even if one fails, so that both can be stopped. */
async function bothOf<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}

interface FunctionsOptions extends Pick<LocalServerOptions, 'log' | 'watch'> {
  readonly sources: readonly FunctionSource[];
}

async function prepareFunctions(
  { sources, watch = false, log }: FunctionsOptions,
  cleanups: Cleanup[],
): Promise<LocalFunctions> {
  const folder = await makeFunctionsFolder();
  cleanups.push(() => folder.remove());
  const functions = loadFunctions(folder.path, authorizerTrigger.name);
  const builder = createFunctionBuilder(folder.path, sources);
  await builder.build();
  if (watch) {
    const watching = await rebuildOnChange({ builder, onRebuilt: functions.reload, log });
    cleanups.push(async () => watching.stop());
  }
  return functions;
}

const SOURCE_FOLDERS = ['functions', 'shared', 'docs', 'lib/console', 'lib/client'].map((name) =>
  join(PROJECT_FOLDER, name),
);
/** One save causes several events, and editors can save several files at once. */
const QUIET_MILLISECONDS = 30;

interface RebuildOptions {
  readonly builder: FunctionBuilder;
  /** Called with the names of changed functions. */
  readonly onRebuilt: (names: string[]) => void;
  readonly log: (line: string) => void;
  /** The watched folders instead of the sources. */
  readonly folders?: readonly string[];
}

/**
 * Rebuilds functions when a source changes. After a failed build the previous functions stay. A new or moved route is served
 * after the next start.
 */
export async function rebuildOnChange(options: RebuildOptions): Promise<FolderWatch> {
  const { builder, onRebuilt, log, folders = SOURCE_FOLDERS } = options;
  let timer: NodeJS.Timeout | undefined;
  let last = Promise.resolve();

  const rebuild = async () => {
    try {
      const names = await builder.build();
      if (names.length === 0) return;
      onRebuilt(names);
      log(`rebuilt ${names.join(', ')}`);
    } catch (error) {
      log(error instanceof LocalServerError ? error.message : `not rebuilt: ${reasonOf(error)}`);
    }
  };
  const watch = await watchFolders(folders, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      last = last.then(rebuild);
    }, QUIET_MILLISECONDS);
  });
  return {
    stop() {
      clearTimeout(timer);
      watch.stop();
    },
  };
}
