/**
 * `npm run test:all` – runs all suites as CI does. `npm run test:all -- browser engine` runs these only.
 * `npm run test:nightly` – runs at length what chance decides, with other seeds each time.
 *
 * A command runs by itself as `npx <command>`, with arguments of its own: `npx vitest run --config test/browser/vitest.config.ts desk`.
 */
import { spawnSync } from 'node:child_process';

/** Each of these keeps about one processor busy, or waits, so two of all chosen suites run at a time, in this order. */
const SIDE_BY_SIDE: Readonly<Record<string, readonly string[]>> = {
  /** The reference, the console, and single sign-on with Keycloak. Needs Chromium, Java 17 and Maven. */
  browser: ['vitest run --config test/browser/vitest.config.ts'],
  /** Every write with an engine that fails at each call; the tests of the table on AWS's own DynamoDB Local. Needs Java 17. */
  engine: [
    'vitest run --config test/faults/vitest.config.ts',
    'node test/run-on-dynamodb-local.ts --maxWorkers 1',
  ],
  /**
   * The OpenAPI document with Schemathesis and with generated clients; the receiver with diallers of others; what documents show,
   * in a fresh clone. Needs Python, Java, Go.
   */
  clients: [
    'node test/run-schemathesis.ts --seed 1',
    'node test/generated-clients/run.ts',
    'node test/diallers/run.ts',
    'node test/docs/run.ts',
  ],
  /** The stack on an emulator of AWS, and the templates of its variants in cfn-lint. Needs Chromium and Python. */
  deploy: ['node test/deploy/run.ts', 'node test/cfn-lint/run.ts'],
  /** Round trips and capacity, at a size that takes seconds; frames of panels, and the receiver. */
  bench: [
    'node bench/bench.ts --alerts 5000',
    'node bench/panels/panels.ts --frames 20000',
    'node bench/panels/receiver.ts --alarms 20',
  ],
};

/** These keep all processors busy, or have time limits. They run before the others. */
const ALONE: Readonly<Record<string, readonly string[]>> = {
  test: ['npm test -- --coverage', 'node test/mutation/run.ts --short'],
  // Guard and the floor take turns, so that a busy machine slows both.
  bench: ['node bench/floor/floor.ts --judge --rounds 12'],
  nightly: [
    'node test/run-thorough.ts',
    'TEST_REPETITIONS=many vitest run --config test/faults/vitest.config.ts receiver',
    'node test/browser/screenshots.ts',
    'node test/run-schemathesis.ts --every-role',
    'node test/mutation/run.ts',
  ],
};

const names = process.argv.slice(2);
const known = [...new Set([...Object.keys(ALONE), ...Object.keys(SIDE_BY_SIDE)])];
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0)
  throw new Error(`Unknown suite ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
const chosen = names.length > 0 ? names : known.filter((name) => name !== 'nightly');
const chosenOf = (suites: typeof ALONE) =>
  Object.entries(suites).flatMap(([name, commands]) => (chosen.includes(name) ? commands : []));

for (const command of chosenOf(ALONE)) run(command);
const sideBySide = chosenOf(SIDE_BY_SIDE).map((command) => `'${command}'`);
if (sideBySide.length > 0) run(`node test/side-by-side.ts ${sideBySide.join(' ')}`);

/** Ends the whole run where a command fails. */
function run(command: string): void {
  console.log(`RUNS  ${command}`);
  const { status, signal } = spawnSync('bash', ['-c', command], { stdio: 'inherit' });
  if (status === 0) return;
  console.error(`FAILED  ${command}: ${signal ?? `exit code ${status}`}`);
  process.exit(1);
}
