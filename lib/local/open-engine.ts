import { randomBytes } from 'node:crypto';
import { connectTable } from '../../shared/table/table.ts';
import { ensureTable } from './create-table.ts';
import { ensureDemoData } from './demo-data.ts';
import { startEngine } from './engine.ts';
import { prepareEnvironment, TABLE_NAME } from './function-environment.ts';
import { type KeptEngine, keepEngine } from './keep-engine.ts';
import { LocalServerError, reasonOf } from './local-server-error.ts';
import type { LocalSettings } from './settings.ts';

export type Cleanup = () => Promise<void>;

export interface OpenEngineOptions {
  readonly settings: LocalSettings;
  /** Whether functions receive the changes of the table. */
  readonly hasStream: boolean;
  /** The environment variables of triggered functions. */
  readonly variables: Readonly<Record<string, string>>;
  readonly log: (line: string) => void;
}

export interface OpenEngine extends Pick<KeptEngine, 'endpoint' | 'isUp'> {
  readonly engineStarts: () => number;
}

/** Starts an engine, or uses the one of the settings, and creates the table. */
export async function openEngine(options: OpenEngineOptions, cleanups: Cleanup[]): Promise<OpenEngine> {
  const { settings, variables, log } = options;
  const { dynamodbEndpoint, dataFolder } = settings;
  let starts = 0;
  const engineStarts = () => starts;
  const prepare = async (endpoint: string) => {
    prepareEnvironment(process.env, settings, endpoint, variables);
    await prepareTable(endpoint, options);
    starts += 1;
  };
  if (dynamodbEndpoint !== undefined) {
    await prepare(dynamodbEndpoint);
    return { endpoint: dynamodbEndpoint, isUp: () => true, engineStarts };
  }
  const engine = await keepEngine({
    start: (place) => startEngine({ dataFolder, place }),
    prepare,
    keepsData: dataFolder !== undefined,
    log,
    now: () => performance.now(),
  });
  cleanups.push(() => engine.stop());
  return { ...engine, engineStarts };
}

async function prepareTable(endpoint: string, { hasStream, log }: OpenEngineOptions): Promise<void> {
  const table = connectTable({ tableName: TABLE_NAME, dynamodbEndpoint: endpoint });
  try {
    await ensureTable(table.client, TABLE_NAME, { hasStream });
    await ensureDemoData(table, { now: new Date(), randomBytes, log });
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
