import { defineConfig } from 'vitest/config';
import { TESTS_VARIABLE } from './proven-with-engine.ts';

const QUICK_TESTS = ['test/unit/shared/**/*.test.ts', 'test/property/paging.test.ts'];

const named = process.env[TESTS_VARIABLE]?.split(' ');

/**
 * The tests that must detect a mutant of shared/: all that take milliseconds, or those that run.ts names, of which some start
 * an engine.
 */
export default defineConfig({
  test: {
    pool: 'threads',
    isolate: false,
    setupFiles: ['test/support/fixed-seed.ts', ...(named ? ['test/support/cheap-hashes.ts'] : [])],
    testTimeout: 30_000,
    hookTimeout: 60_000, // to start an engine takes long on a busy machine
    env: { POWERTOOLS_LOG_LEVEL: 'SILENT', AWS_REGION: 'eu-west-1' },
    include: named ?? QUICK_TESTS,
  },
});
