import { defineConfig } from 'vitest/config';

/** The service with an engine that fails. Mostly waits for time-outs. */
export default defineConfig({
  test: {
    include: ['test/faults/**/*.faults.ts'],
    setupFiles: 'test/support/cheap-hashes.ts',
    testTimeout: 600_000,
    hookTimeout: 120_000,
    env: { POWERTOOLS_LOG_LEVEL: 'SILENT', AWS_REGION: 'eu-west-1' },
  },
});
