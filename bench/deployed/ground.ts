import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { throttlesOfKinds } from '../../lib/cdk/api/throttling.ts';
import { environmentOf } from '../../lib/cdk/functions/guard-function.ts';
import { readStageSettings } from '../../lib/cdk/stage-settings.ts';
import { ensureTable } from '../../lib/local/create-table.ts';
import { type Engine, startEngine } from '../../lib/local/engine.ts';
import { useLocalAccount } from '../../lib/local/function-environment.ts';
import { type SettingName, throttlesText } from '../../shared/lambda/settings.ts';
import { connectTable, type Table } from '../../shared/table/table.ts';

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

interface DeployedFunction {
  readonly name: string;
  /** The path of its code. */
  readonly folder: string;
  /** The settings in its environment. */
  readonly reads: readonly SettingName[];
}

/** The table of a function. */
interface Surroundings {
  readonly tableName: string;
  readonly dynamodbEndpoint: string;
}

const LIVE_URL = 'wss://live1234567.execute-api.eu-west-1.amazonaws.com/prod';

const KEY_ARN = 'arn:aws:kms:eu-west-1:123456789012:key/12345678-1234-1234-1234-123456789012';

const prod = {
  ...readStageSettings((name) => (name === 'stage' ? 'prod' : undefined)),
  // All requests come from one tenant, faster than from any tenant.
  tenantRequestsPerMinute: 1_000_000,
};

/**
 * The whole environment of a process that runs a function as the stage `prod` deploys it. It has what Lambda sets (AWS,
 * "Using Lambda environment variables"), what the stack sets, and the engine of this machine.
 */
function deployedEnvironment(
  { name, folder, reads }: DeployedFunction,
  { tableName, dynamodbEndpoint }: Surroundings,
): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    TZ: ':UTC',
    LANG: 'en_US.UTF-8',
    _HANDLER: 'index.handler',
    LAMBDA_TASK_ROOT: folder,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_FUNCTION_NAME: `guard-prod-${name}`,
    AWS_LAMBDA_FUNCTION_VERSION: '7',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(prod.functionMemoryMib),
    AWS_LAMBDA_LOG_FORMAT: 'JSON',
    AWS_LAMBDA_LOG_LEVEL: prod.logLevel,
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/guard-prod-${name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: '2026/11/22/[7]0123456789abcdef0123456789abcdef',
    AWS_REGION: 'eu-west-1',
    AWS_DEFAULT_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    // The token is as long as on Lambda, because it is signed with every call.
    AWS_SESSION_TOKEN: 'local'.repeat(200),
    AWS_XRAY_CONTEXT_MISSING: 'LOG_ERROR',
    AWS_XRAY_DAEMON_ADDRESS: '169.254.79.129:2000',
    ...environmentOf({
      settings: prod,
      table: { tableName },
      keyArn: KEY_ARN,
      pictures: { bucketName: 'guard-prod-pictures' },
      reads,
      liveUrl: LIVE_URL,
      throttles: throttlesText(throttlesOfKinds(prod)),
    }),
    DYNAMODB_ENDPOINT: dynamodbEndpoint,
  };
}
