import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureTable } from '../../lib/local/create-table.ts';
import { type Engine, startEngine } from '../../lib/local/engine.ts';
import { useLocalAccount } from '../../lib/local/function-environment.ts';
import { connectTable, type Table } from '../../shared/table/table.ts';
import { type DeployedFunction, deployedEnvironment } from './environment.ts';

/** What deployed functions stand on, on this machine: an engine with an empty table. */
export interface Ground {
  /** An empty folder for their bundles. */
  readonly folder: string;
  readonly engine: Engine;
  readonly table: Table;
  /** The environment of a function, with the table at this endpoint: the engine's own, if not given. */
  environmentOf(deployed: DeployedFunction, dynamodbEndpoint?: string): Record<string, string>;
  close(): Promise<void>;
}

const TABLE_NAME = 'guard-prod';

/** Opens it. This process must not name an account of AWS, and does not from then on. */
export async function openGround(): Promise<Ground> {
  useLocalAccount(process.env);
  const folder = await mkdtemp(join(tmpdir(), 'guard-bench-'));
  const engine = await startEngine({ dataFolder: undefined });
  const table = connectTable({ tableName: TABLE_NAME, dynamodbEndpoint: engine.endpoint });
  const close = async () => {
    table.client.destroy();
    await engine.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await ensureTable(table.client, TABLE_NAME);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    folder,
    engine,
    table,
    environmentOf: (deployed, dynamodbEndpoint = engine.endpoint) =>
      deployedEnvironment(deployed, { tableName: TABLE_NAME, dynamodbEndpoint }),
    close,
  };
}
