import * as z from 'zod';
import { TABLE_NAME } from '../local/function-environment.ts';
import { portOf, type RunningServer } from '../local/running-servers.ts';
import { wrongUsage } from './admin-error.ts';

export interface TargetOptions {
  readonly table?: string;
  readonly endpoint?: string;
  readonly port?: string;
}

export interface Target {
  readonly tableName: string;
  /** The endpoint of a local engine; `undefined` for AWS. */
  readonly dynamodbEndpoint: string | undefined;
  /** Whether it gets dummy credentials: AWS credentials are sent to AWS only. */
  readonly isLocal: boolean;
  /** The data folder of a local server; `undefined` for other tables. */
  readonly dataFolder?: string;
  /** Names the table, if the command line alone does not. */
  readonly note?: string;
}

interface Surroundings {
  readonly environment: Readonly<NodeJS.ProcessEnv>;
  readonly findServers: () => Promise<readonly RunningServer[]>;
}

/**
 * Finds the table of a command: the table or endpoint that it names, otherwise the local server if exactly one runs, and never
 * AWS by default. Throws if the table is ambiguous.
 */
export async function findTarget(options: TargetOptions, surroundings: Surroundings): Promise<Target> {
  const { environment, findServers } = surroundings;
  if (options.port) return serverTarget(serverAt(options.port, await findServers()));
  // A shell can turn an unset variable into an empty one.
  const endpoint = options.endpoint || environment['DYNAMODB_ENDPOINT'] || undefined;
  const table = options.table || environment['TABLE_NAME'] || undefined;
  if (endpoint === undefined && table === undefined) return serverTarget(theOnly(await findServers()));
  if (endpoint !== undefined) await checkEndpoint(endpoint, findServers);
  const isLocal = endpoint !== undefined && isOnThisMachine(endpoint);
  const tableName = table ?? (isLocal ? TABLE_NAME : undefined);
  if (tableName === undefined) {
    throw wrongUsage('Name the table with --table or TABLE_NAME: this endpoint is not on this machine.');
  }
  const target = { tableName, dynamodbEndpoint: endpoint, isLocal };
  const variables = [
    ...(options.table || !table ? [] : ['TABLE_NAME']),
    ...(options.endpoint || !endpoint ? [] : ['DYNAMODB_ENDPOINT']),
  ];
  if (variables.length === 0) return target;
  const where = endpoint === undefined ? 'on AWS' : `at ${endpoint}`;
  return {
    ...target,
    note: `Using the table ${tableName} ${where}, as ${variables.join(' and ')} ${variables.length > 1 ? 'say' : 'says'}.`,
  };
}

function serverTarget({ url, data, dynamodbEndpoint }: RunningServer): Target {
  const note = `Using the local server at ${url} (data: ${data}).`;
  return { tableName: TABLE_NAME, dynamodbEndpoint, isLocal: true, dataFolder: data, note };
}

function serverAt(port: string, servers: readonly RunningServer[]): RunningServer {
  const server = servers.find((candidate) => String(portOf(candidate)) === port);
  if (server) return server;
  const others = servers.length === 0 ? 'None runs.' : `These run: ${listOf(servers)}.`;
  throw wrongUsage(`There is no local server at port ${JSON.stringify(port)}. ${others}`);
}

function theOnly(servers: readonly RunningServer[]): RunningServer {
  const [server, ...others] = servers;
  if (!server) {
    throw wrongUsage(
      'No local server runs here (npm start). Name the table of a stage with --table or TABLE_NAME (the output TableName of the stack).',
    );
  }
  if (others.length === 0) return server;
  throw wrongUsage(`Several local servers run: name one with --port. These run: ${listOf(servers)}.`);
}

function listOf(servers: readonly RunningServer[]): string {
  return servers
    .map((server) => `--port ${portOf(server)} (data: ${server.data}; --endpoint ${server.dynamodbEndpoint})`)
    .join(', ');
}

const ANSWER_MILLISECONDS = 1_000;

const healthSchema = z.strictObject({ status: z.literal('ok'), release: z.string().optional() });

/** Whether an endpoint is one of this machine's own addresses. */
function isOnThisMachine(endpoint: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(endpoint).hostname);
}

/** Throws unless an endpoint can be a DynamoDB: Guard's own URL is easily mistaken for it. */
async function checkEndpoint(
  endpoint: string,
  findServers: () => Promise<readonly RunningServer[]>,
): Promise<void> {
  const url = URL.parse(endpoint);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw wrongUsage('The endpoint must be an http(s) URL such as http://127.0.0.1:8000.');
  }
  if (isOnThisMachine(endpoint)) {
    const server = (await findServers()).find((candidate) => portOf(candidate) === Number(url.port));
    if (server) {
      throw wrongUsage(
        `${endpoint} is Guard itself; this command needs the DynamoDB engine behind it: --endpoint ${server.dynamodbEndpoint}, or just --port ${url.port}.`,
      );
    }
  }
  if (!(await isGuard(url))) return;
  const remedy = isOnThisMachine(endpoint)
    ? 'needs the DynamoDB engine behind it; its own checkout finds that with --port'
    : 'works on its table: name that with --table (the stack’s output TableName) and leave out --endpoint';
  throw wrongUsage(`${endpoint} is Guard itself; this command ${remedy}.`);
}

/** Whether an API of Guard answers there. Sends no request to AWS itself. */
async function isGuard({ hostname, origin, pathname }: URL): Promise<boolean> {
  if (/\.execute-api\./.test(hostname)) return true;
  if (/(^|\.)(amazonaws\.com(\.cn)?|api\.aws)$/.test(hostname)) return false;
  const health = `${origin}${pathname.replace(/\/$/, '')}/health`;
  try {
    const response = await fetch(health, { signal: AbortSignal.timeout(ANSWER_MILLISECONDS) });
    return healthSchema.safeParse(await response.json()).success;
  } catch {
    return false;
  }
}
