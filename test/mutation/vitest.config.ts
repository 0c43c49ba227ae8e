import { defineConfig } from 'vitest/config';

/**
 * The tests that may see a mutant of shared/; which of them a run takes is said in tests-of.ts. A mutant is switched on
 * inside the worker that runs the tests, so tests that start processes of their own would never meet it.
 */
export default defineConfig({
  test: {
    pool: 'threads',
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    env: { POWERTOOLS_LOG_LEVEL: 'SILENT', AWS_REGION: 'eu-west-1', AWS_XRAY_MANUAL_MODE: 'true' },
    include: ['test/unit/shared/**/*.test.ts', 'test/property/**/*.test.ts', 'test/integration/**/*.test.ts'],
  },
});
