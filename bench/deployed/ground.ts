import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureTable } from '../../lib/local/create-table.ts';
import { type Engine, startEngine } from '../../lib/local/engine.ts';
import { useLocalAccount } from '../../lib/local/function-environment.ts';
import { connectTable, type Table } from '../../shared/table/table.ts';
import { type DeployedFunction, deployedEnvironment } from './environment.ts';

/** The surroundings of deployed functions on this machine: an engine with an empty table. */
export interface Ground {
  /** An empty folder for their bundles. */
  readonly folder: string;
  readonly engine: Engine;
  readonly table: Table;
  /** The environment of a function. By default the table is at the engine's own endpoint. */
  environmentOf(deployed: DeployedFunction, dynamodbEndpoint?: string): Record<string, string>;
  close(): Promise<void>;
}

const TABLE_NAME = 'guard-prod';

/** Starts the engine, and replaces the AWS account in the environment of this process. */
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
