import { randomUUID } from 'node:crypto';
import { ensureTable, type TableOptions } from '../../lib/local/create-table.ts';
import { startEngine } from '../../lib/local/engine.ts';
import { connectTable, type Table } from '../../shared/table/table.ts';

export interface TestTable extends Table {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** An empty table in an engine of its own, in memory; or in the engine that DYNAMODB_ENDPOINT names. */
export async function startTable(options: TableOptions = {}): Promise<TestTable> {
  process.env['AWS_ACCESS_KEY_ID'] = 'local';
  process.env['AWS_SECRET_ACCESS_KEY'] = 'local';
  const engine = await openEngine();
  const name = `guard-test-${randomUUID()}`;
  const table = connectTable({ tableName: name, dynamodbEndpoint: engine.endpoint });
  await ensureTable(table.client, name, options);
  return {
    ...table,
    endpoint: engine.endpoint,
    async stop() {
      table.client.destroy();
      await engine.stop();
    },
  };
}

async function openEngine(): Promise<{ endpoint: string; stop(): Promise<void> }> {
  const endpoint = process.env['DYNAMODB_ENDPOINT'];
  if (endpoint) return { endpoint, stop: async () => {} };
  return startEngine({ dataFolder: undefined });
}
