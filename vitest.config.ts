import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const INTEGRATION = 'test/integration/**/*.test.ts';
const GRANTS = 'test/grants/**/*.test.ts';

export default defineConfig({
  test: {
    // Test files share nothing: each one that needs a table starts its own engine.
    pool: 'threads',
    isolate: false, // all files of a worker share imported modules, which saves two thirds of the time
    maxWorkers: Math.max(2, availableParallelism() - 1), // on two processors Vitest would use only one
    testTimeout: 60_000, // long races take 10 s on an idle machine
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } }, // the default of one second is too short on a busy machine
    env: { POWERTOOLS_LOG_LEVEL: 'SILENT', AWS_REGION: 'eu-west-1' },
    globalSetup: 'test/support/hold-folders.ts',
    setupFiles: 'test/support/fixed-seed.ts',
    // Measured with `--coverage` only.
    coverage: {
      provider: 'v8',
      include: ['shared/**/*.ts', 'lib/cdk/**/*.ts'],
      reporter: [['text', { skipFull: true }], 'text-summary'],
      reportsDirectory: '.guard/coverage',
      thresholds: { 'shared/**': { branches: 95 }, 'lib/cdk/**': { branches: 95 } },
    },
    // Not 0, the default: with a single worker, Vitest runs projects with 0 after all others.
    sequence: { groupOrder: 1 },
    projects: [
      {
        extends: true,
        test: {
          name: 'integration',
          include: [INTEGRATION],
          setupFiles: ['test/support/cheap-hashes.ts', 'test/support/table-use/write-trace.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'other', include: ['test/**/*.test.ts'], exclude: [INTEGRATION, GRANTS] },
      },
      // Runs after the integration tests, which record the functions' use of the table.
      { extends: true, test: { name: 'grants', include: [GRANTS], sequence: { groupOrder: 2 } } },
    ],
  },
});
