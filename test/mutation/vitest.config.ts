import { defineConfig } from 'vitest/config';

/**
 * The tests that must detect a mutant of shared/: those that take milliseconds. What is behind HTTP, or in a process
 * of its own, is left to the other tests.
 */
export default defineConfig({
  test: {
    pool: 'threads',
    isolate: false,
    setupFiles: 'test/support/fixed-seed.ts',
    testTimeout: 30_000,
    env: { POWERTOOLS_LOG_LEVEL: 'SILENT', AWS_REGION: 'eu-west-1' },
    include: ['test/unit/shared/**/*.test.ts', 'test/property/paging.test.ts'],
  },
});
