/**
 * Runs the tests that use a table once more, on AWS's own DynamoDB Local instead of the embedded engine: a second
 * opinion on every key, condition, query and transaction. `--short` runs those that have the table itself as their subject,
 * and the random ones. Needs Java 17 or newer.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { startEngine } from '../lib/local/engine.ts';
import { findDynamodbLocal } from '../lib/local/find-engine.ts';

/**
 * The subjects of these tests are not the table: roles, forms of requests and responses, pages, logs, the client. They prove
 * the same on any engine, and other tests send each of their writes and queries to this one. DynamoDB Local reports the
 * capacity of transactions wrongly, so that costs are not its subject either.
 */
const WITHOUT_ENGINE = new Set(
  [
    'access-matrix',
    'admin-local-server',
    'client',
    'client-readme',
    'client-session',
    'connections',
    'console',
    'contradicting-headers',
    'demo-data',
    'foreign-pages',
    'hostile-input',
    'live-watches',
    'logs',
    'metrics',
    'probe',
    'reference',
    'runaway-cost',
    'smoke-test',
    'statistics-cost',
    'telemetry',
  ].map((name) => `test/integration/${name}.test.ts`),
);

const SHORT = '--short';
const TABLE = [
  ...[
    'alerts',
    'contended-changes',
    'dedup',
    'device-lists',
    'entities',
    'idempotency',
    'two-releases',
    'webhooks',
  ].map((name) => `test/integration/${name}.test.ts`),
  ...globSync('test/{unit/shared/table,property}/**/*.test.ts'),
];

const files = process.argv.includes(SHORT)
  ? TABLE
  : globSync('test/{property,integration}/**/*.test.ts').filter((it) => !WITHOUT_ENGINE.has(it));
const passedOn = process.argv.slice(2).filter((argument) => argument !== SHORT);

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
  const vitest = spawn('vitest', ['run', ...files, ...passedOn], {
    stdio: 'inherit',
    env: { ...process.env, DYNAMODB_ENDPOINT: endpoint },
  });
  const [code] = await once(vitest, 'exit');
  return Number(code ?? 1);
}
