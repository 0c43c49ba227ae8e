/**
 * Runs the tests that use a table once more, on AWS's own DynamoDB Local instead of the embedded engine: a second
 * opinion on every key, condition and transaction. Needs Java 17 or newer.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findDynamodbLocal } from '../lib/local/dynamodb-local.ts';
import { startEngine } from '../lib/local/engine.ts';

const SUITES = ['test/property', 'test/integration'];

const program = await findDynamodbLocal(process.env);
if (program) {
  const engine = await startEngine({ dataFolder: undefined, program });
  try {
    process.exitCode = await runTests(engine.endpoint);
  } finally {
    await engine.stop();
  }
} else {
  console.error('DynamoDB Local needs Java 17 or newer on the PATH.');
  process.exitCode = 1;
}

async function runTests(endpoint: string): Promise<number> {
  const vitest = spawn('vitest', ['run', ...SUITES, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, DYNAMODB_ENDPOINT: endpoint },
  });
  const [code] = await once(vitest, 'exit');
  return Number(code ?? 1);
}
