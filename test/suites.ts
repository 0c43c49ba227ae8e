/** What a machine needs beside npm. `.ci/run` installs it. A folder of test/ stands for its Python packages. */
export type Need =
  | 'alertmanager'
  | 'mosquitto'
  | 'curl'
  | 'node-red'
  | 'chromium'
  | 'java'
  | 'jdk'
  | 'maven'
  | 'go'
  | 'cargo'
  | 'ruby'
  | 'php'
  | 'python/cfn-lint'
  | 'python/deploy'
  | 'python/diallers'
  | 'python/generated-clients'
  | 'python/policies'
  | 'python/schemathesis'
  | 'python/time-zones';

export interface Suite {
  readonly commands: readonly string[];
  readonly needs: readonly Need[];
  /** Keeps all processors busy, so it runs before the others instead of beside them. The default is false. */
  readonly isAlone?: boolean;
}

/** The suites of every change, those that take longest first. */
export const SUITES = {
  /** What the README names. */
  test: { commands: ['npm test'], needs: [], isAlone: true },
  /** The reference, the console, and single sign-on with Keycloak. */
  browser: {
    commands: ['vitest run --config test/browser/vitest.config.ts'],
    needs: ['chromium', 'java', 'maven'],
  },
  /** The stack on an emulator of AWS. */
  deploy: { commands: ['node test/deploy/run.ts'], needs: ['chromium', 'python/deploy'] },
  /** What documents show, in a fresh clone; and whether everything that is generated is committed. */
  documents: {
    commands: ['node test/docs/run.ts', 'npm run generate && git diff --exit-code docs lib'],
    needs: [],
  },
  /** Every write with an engine that fails at each call; keys, indexes and random requests on AWS's own DynamoDB Local. */
  engine: {
    commands: [
      'vitest run --config test/faults/vitest.config.ts',
      'node test/run-on-dynamodb-local.ts --short --maxWorkers 1',
    ],
    needs: ['java'],
  },
  /** What chance decides, with more repetitions than in `npm test`. */
  random: { commands: ['node test/run-thorough.ts'], needs: [] },
  /** The OpenAPI document with Schemathesis and with the quickest generated clients; the package of the typed client. */
  clients: {
    commands: [
      'node test/run-schemathesis.ts --seed 1 --short',
      'node test/generated-clients/run.ts --short',
      'node test/client-package/run.ts',
    ],
    needs: ['python/schemathesis', 'python/generated-clients', 'java'],
  },
  /** The receiver with diallers of others. */
  panels: { commands: ['node test/diallers/run.ts'], needs: ['python/diallers'] },
  /** Inbound addresses and the broker with programs of others. */
  systems: {
    commands: ['node test/systems/run.ts'],
    needs: ['alertmanager', 'mosquitto', 'node-red', 'curl'],
  },
  /** The templates in cfn-lint. */
  templates: { commands: ['node test/cfn-lint/run.ts --short'], needs: ['python/cfn-lint'] },
  /** Guard's time zone rules and those of the newest tzdata. */
  'time-zones': { commands: ['node test/time-zones/run.ts'], needs: ['python/time-zones'] },
  /** Round trips and capacity, at a size that takes seconds; frames of panels; the receiver, also under attack. */
  bench: {
    commands: [
      'node bench/bench.ts --alerts 5000',
      'node bench/panels/panels.ts --frames 20000',
      'node bench/panels/receiver.ts --alarms 20',
      'node bench/panels/attack.ts --panels 100 --every 3 --strangers 20 --seconds 3',
    ],
    needs: [],
  },
} as const satisfies Readonly<Record<string, Suite>>;

/** The same at length, and what takes an hour. Each runs on its own at night. */
export const NIGHTLY_SUITES = {
  coverage: { commands: ['vitest run --coverage'], needs: [], isAlone: true },
  mutation: {
    commands: ['node test/mutation/run-seeded-faults.ts', 'node test/mutation/run.ts'],
    needs: [],
    isAlone: true,
  },
  /** Guard and the floor take turns, so that a busy machine slows both. */
  floor: { commands: ['node bench/floor/floor.ts --judge --rounds 12'], needs: [], isAlone: true },
  random: {
    commands: [
      'TEST_REPETITIONS=many node test/run-thorough.ts',
      'TEST_REPETITIONS=many vitest run --config test/faults/vitest.config.ts receiver',
    ],
    needs: [],
  },
  engine: { commands: ['node test/run-on-dynamodb-local.ts'], needs: ['java'] },
  clients: {
    commands: ['node test/run-schemathesis.ts --every-role', 'node test/generated-clients/run.ts'],
    needs: [
      'python/schemathesis',
      'python/generated-clients',
      'java',
      'jdk',
      'maven',
      'go',
      'cargo',
      'ruby',
      'php',
    ],
  },
  templates: { commands: ['node test/cfn-lint/run.ts'], needs: ['python/cfn-lint'] },
  policies: { commands: ['node test/policies/run.ts'], needs: ['python/policies'] },
  'time-zones': { commands: ['node test/time-zones/run.ts'], needs: ['python/time-zones'] },
  screenshots: { commands: ['node test/browser/screenshots.ts'], needs: ['chromium'] },
  /** Each page of the console in each language. */
  languages: {
    commands: ['TEST_REPETITIONS=many vitest run --config test/browser/vitest.config.ts console-pages'],
    needs: ['chromium'],
  },
} as const satisfies Readonly<Record<string, Suite>>;

export const suitesOf = (isNightly: boolean): Readonly<Record<string, Suite>> =>
  isNightly ? NIGHTLY_SUITES : SUITES;
