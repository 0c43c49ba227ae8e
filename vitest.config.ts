import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const INTEGRATION = 'test/integration/**/*.test.ts';
const GRANTS = 'test/grants/**/*.test.ts';

export default defineConfig({
  test: {
    // Test files share nothing: each that needs a table starts an engine of its own.
    pool: 'threads',
    isolate: false, // what is imported once is imported by all files of a worker: that takes a third of the time
    maxWorkers: Math.max(2, availableParallelism() - 1), // on two processors Vitest would use but one
    testTimeout: 60_000, // races of hundreds of rounds take 10 s where nothing else runs
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } }, // a second, else, which a busy machine takes now and then
    env: { POWERTOOLS_LOG_LEVEL: 'SILENT', AWS_REGION: 'eu-west-1' },
    globalSetup: 'test/support/hold-folders.ts',
    // Measured by `npm run test:coverage` only.
    coverage: {
      provider: 'v8',
      include: ['shared/**/*.ts', 'lib/cdk/**/*.ts'],
      reporter: [['text', { skipFull: true }], 'text-summary'],
      reportsDirectory: '.guard/coverage',
      thresholds: { 'shared/**': { branches: 95 }, 'lib/cdk/**': { branches: 95 } },
    },
    // Not 0, the default: where there is but one worker, Vitest runs the projects of that number after all others.
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
      // What the integration tests used of the table is known after them.
      { extends: true, test: { name: 'grants', include: [GRANTS], sequence: { groupOrder: 2 } } },
    ],
  },
});
