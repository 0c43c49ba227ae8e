import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CALL_LIMITS, connectTable } from '../../shared/table/table.ts';
import { ensureTable } from './create-table.ts';
import { ensureDemoData } from './demo-data.ts';
import { type Engine, startEngine } from './engine.ts';
import { makeEngineFolder } from './engine-folder.ts';
import { type EnginePlace, type EngineProgram, findEngine } from './find-engine.ts';
import { prepareEnvironment, TABLE_NAME } from './function-environment.ts';
import { LocalServerError, reasonOf } from './local-server-error.ts';
import type { LocalSettings } from './settings.ts';
import { keepStreamFast } from './stream-file.ts';

export type Cleanup = () => Promise<void>;

interface OpenEngineOptions {
  readonly settings: LocalSettings;
  /** Whether the table has a stream, from which functions receive changes. */
  readonly hasStream: boolean;
  /** The environment variables of triggered functions. */
  readonly variables: Readonly<Record<string, string>>;
  readonly log: (line: string) => void;
}

interface OpenEngine extends Pick<KeptEngine, 'endpoint' | 'isUp'> {
  readonly engineStarts: () => number;
  /** Whether it is dynoxide, which takes calls without the steps of the SDK. */
  readonly isEmbedded: boolean;
}

/** Starts an engine, or uses the one that the settings name, and creates the table. */
export async function openEngine(options: OpenEngineOptions, cleanups: Cleanup[]): Promise<OpenEngine> {
  const { settings, variables, log } = options;
  const { dynamodbEndpoint } = settings;
  let starts = 0;
  const engineStarts = () => starts;
  const prepare = async (endpoint: string) => {
    prepareEnvironment(process.env, settings, endpoint, variables);
    await prepareTable(endpoint, options);
    starts += 1;
  };
  if (dynamodbEndpoint !== undefined) {
    await prepare(dynamodbEndpoint);
    return { endpoint: dynamodbEndpoint, isUp: () => true, engineStarts, isEmbedded: false };
  }
  const program = await findEngine(process.env);
  const { dataFile } = program;
  const dataFolder = settings.dataFolder ?? (await temporaryDataFolder(program, cleanups));
  const engine = await keepEngine({
    async start(place) {
      const started = await startEngine({ dataFolder, program, place });
      if (dataFolder && dataFile) await keepStreamFast(join(dataFolder, dataFile), log);
      return started;
    },
    prepare,
    keepsData: dataFolder !== undefined,
    log,
    now: () => performance.now(),
  });
  cleanups.push(() => engine.stop());
  return { ...engine, engineStarts, isEmbedded: dataFile !== undefined };
}

/** A folder for data that is not kept, because only in a file is the stream fast; `undefined` for an engine without one. */
async function temporaryDataFolder(
  { dataFile }: EngineProgram,
  cleanups: Cleanup[],
): Promise<string | undefined> {
  if (dataFile === undefined) return undefined;
  const folder = await makeEngineFolder();
  cleanups.push(() => rm(folder, { recursive: true }));
  return folder;
}

/** The limits of calls while the table is prepared, because DynamoDB Local may take seconds for its first transactions. */
const PATIENT_LIMITS = { ...CALL_LIMITS, requestTimeoutMilliseconds: 30_000 };

async function prepareTable(endpoint: string, { hasStream, log }: OpenEngineOptions): Promise<void> {
  const table = connectTable({ tableName: TABLE_NAME, dynamodbEndpoint: endpoint }, PATIENT_LIMITS);
  try {
    await ensureTable(table.client, TABLE_NAME);
    await ensureDemoData(table, { now: new Date(), randomBytes, log });
    // The stream is added after the demo data is written, because recording the changes would double the time of writing.
    if (hasStream) await ensureTable(table.client, TABLE_NAME, { hasStream });
  } catch (error) {
    if (error instanceof LocalServerError) throw error;
    throw new LocalServerError(
      `The DynamoDB engine at ${endpoint} cannot be used: ${reasonOf(error)}.`,
      error,
    );
  } finally {
    table.client.destroy();
  }
}

interface KeptEngine {
  readonly endpoint: string;
  /** Whether the engine answers and its table is prepared. */
  isUp(): boolean;
  stop(): Promise<void>;
}

export interface KeepEngineOptions {
  /** Starts an engine, at the given address if there is one. */
  readonly start: (place?: EnginePlace) => Promise<Engine>;
  /** Creates the table and the demo data, unless they exist. */
  readonly prepare: (endpoint: string) => Promise<void>;
  readonly keepsData: boolean;
  readonly log: (line: string) => void;
  /** Returns the milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/** If an engine ends more often than this in a minute, it is broken and is not restarted. */
const ENDS_A_MINUTE = 3;
const MINUTE = 60_000;

/** Starts an engine. Whenever it ends by itself, it is restarted at the same address. */
export async function keepEngine(options: KeepEngineOptions): Promise<KeptEngine> {
  const { start, prepare, keepsData, log, now } = options;
  const ends: number[] = [];
  let isUp = false;
  let isStopped = false;
  let revival = Promise.resolve();
  let engine: Engine | undefined;
  const { endpoint } = await run();

  async function run(place?: EnginePlace): Promise<Engine> {
    const started = await start(place);
    try {
      await prepare(started.endpoint);
    } catch (error) {
      await started.stop();
      throw error;
    }
    engine = started;
    isUp = true;
    void started.ended.then(() => {
      isUp = false;
      if (!isStopped) revival = revive(started.place);
    });
    return started;
  }

  /** Restarts the engine. Resolves when it runs again, or when restarting is given up. */
  async function revive(place: EnginePlace): Promise<void> {
    log('the DynamoDB engine ended');
    while (!isStopped) {
      ends.push(now());
      if (endsOfTheLastMinute() > ENDS_A_MINUTE) {
        log(
          'It ends again and again, and is not started any more: every request is answered 503. Start Guard anew.',
        );
        return;
      }
      try {
        await run(place);
        log(
          `the DynamoDB engine runs again, ${keepsData ? 'with its data' : 'and what it held in memory is gone'}`,
        );
        return;
      } catch (error) {
        log(`the DynamoDB engine is not back: ${reasonOf(error)}`);
      }
    }
  }

  function endsOfTheLastMinute(): number {
    return ends.filter((at) => at > now() - MINUTE).length;
  }

  return {
    endpoint,
    isUp: () => isUp,
    async stop() {
      isStopped = true;
      await revival;
      await engine?.stop();
    },
  };
}
