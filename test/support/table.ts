import { randomUUID } from 'node:crypto';
import { ensureTable, type TableOptions } from '../../lib/local/create-table.ts';
import { sendDirectly } from '../../lib/local/direct-client.ts';
import { type Engine, startEngine } from '../../lib/local/engine.ts';
import { connectTable, type Table } from '../../shared/table/table.ts';

export interface TestTable extends Table {
  readonly endpoint: string;
  /** Kills the engine, even during requests, and starts it again with its data. Does nothing to a shared engine. */
  restartEngine(): Promise<void>;
  stop(): Promise<void>;
}

export interface TestTableOptions extends TableOptions {
  readonly name?: string;
  /** The folder of the engine's data, which may exist already. The default is memory. */
  readonly dataFolder?: string;
}

/** An empty table in a new engine, or in the engine at DYNAMODB_ENDPOINT. */
export async function startTable(options: TestTableOptions = {}): Promise<TestTable> {
  process.env['AWS_ACCESS_KEY_ID'] = 'local';
  process.env['AWS_SECRET_ACCESS_KEY'] = 'local';
  const { name = `guard-test-${randomUUID()}`, dataFolder, ...tableOptions } = options;
  const engine = await openEngine(dataFolder);
  const table = connectTable({ tableName: name, dynamodbEndpoint: engine.endpoint });
  if (!sharedEndpoint()) sendDirectly(table.client, engine.endpoint);
  await ensureTable(table.client, name, tableOptions);
  return {
    ...table,
    endpoint: engine.endpoint,
    restartEngine: () => engine.restart(),
    async stop() {
      table.client.destroy();
      await engine.stop();
    },
  };
}

/** The endpoint of the engine that all tests share; `undefined` if each starts its own. */
export const sharedEndpoint = (): string | undefined => process.env['DYNAMODB_ENDPOINT'] || undefined;

interface TestEngine extends Pick<Engine, 'endpoint' | 'stop'> {
  restart(): Promise<void>;
}

async function openEngine(dataFolder: string | undefined): Promise<TestEngine> {
  const endpoint = sharedEndpoint();
  if (endpoint) return { endpoint, restart: async () => {}, stop: async () => {} };
  let engine = await startEngine({ dataFolder });
  return {
    endpoint: engine.endpoint,
    async restart() {
      await engine.stop('SIGKILL');
      engine = await startEngine({ dataFolder, place: engine.place });
    },
    stop: () => engine.stop(),
  };
}
