import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FunctionSource, functionSources } from '../../functions/sources.ts';
import { bundleFunctions } from '../../lib/cdk/functions/bundle.ts';
import { ensureTable } from '../../lib/local/create-table.ts';
import { type Engine, startEngine } from '../../lib/local/engine.ts';
import { useLocalAccount } from '../../lib/local/function-environment.ts';
import { connectTable, type Table } from '../../shared/table/table.ts';
import { deployedEnvironment } from '../deployed-environment.ts';
import { FLOOR_FUNCTIONS, type FloorCase } from './cases.ts';
import { type Contestant, startContestant } from './contestant.ts';

/** Guard, a floor that tells nothing of what it does, and one that writes the line of the log. */
export const CONTESTANTS = ['guard', 'floor', 'logging floor'] as const;

export type ContestantName = (typeof CONTESTANTS)[number];

interface StartOptions {
  /** Where the table is: the engine itself, if not given. */
  readonly dynamodbEndpoint?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly nodeOptions?: readonly string[];
  readonly keepsOutput?: boolean;
}

/** An engine with an empty table, the bundles of all contestants, and what they send their traces to. */
export interface Arena {
  readonly engine: Engine;
  readonly table: Table;
  start(floorCase: FloorCase, name: ContestantName, options?: StartOptions): Promise<Contestant>;
  close(): Promise<void>;
}

const TABLE_NAME = 'guard-prod';

export async function openArena(): Promise<Arena> {
  useLocalAccount(process.env);
  const folder = await mkdtemp(join(tmpdir(), 'guard-floor-'));
  const engine = await startEngine({ dataFolder: undefined });
  const table = connectTable({ tableName: TABLE_NAME, dynamodbEndpoint: engine.endpoint });
  const daemon = createSocket('udp4').bind(0, '127.0.0.1');
  const close = async () => {
    daemon.close();
    table.client.destroy();
    await engine.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all([once(daemon, 'listening'), ensureTable(table.client, TABLE_NAME)]);
    await bundleFunctions(folder, contestantSources());
  } catch (error) {
    await close();
    throw error;
  }
  const xrayDaemon = `127.0.0.1:${daemon.address().port}`;
  return {
    engine,
    table,
    start(floorCase, name, options = {}) {
      const { dynamodbEndpoint = engine.endpoint, environment, ...others } = options;
      const { function: functionName, reads } = floorCase;
      const code = join(folder, name === 'guard' ? functionName : floorOf(functionName));
      const deployed = deployedEnvironment(
        { name: functionName, folder: code, reads },
        { tableName: TABLE_NAME, dynamodbEndpoint, xrayDaemon },
      );
      return startContestant({
        name: `${floorCase.name}, ${name}`,
        hostFolder: join(folder, HOST),
        folder: code,
        environment: { ...deployed, ...environment, FLOOR_LOGS: String(name === 'logging floor') },
        ...others,
      });
    },
    close,
  };
}

const HOST = 'host';

const floorOf = (functionName: string) => `floor-${functionName}`;

/** The host is bundled as well, so that its process loads nothing that runs TypeScript. */
function contestantSources(): FunctionSource[] {
  const others = { hashesPasswords: false, files: [] };
  return [
    { name: HOST, entry: './bench/floor/host.ts', ...others },
    ...FLOOR_FUNCTIONS.map((name) => ({
      name: floorOf(name),
      entry: `./bench/floor/handlers/${name}.ts`,
      ...others,
    })),
    ...functionSources().filter(({ name }) => FLOOR_FUNCTIONS.some((it) => it === name)),
  ];
}
