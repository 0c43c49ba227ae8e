import { defineConfig } from 'vitest/config';

/** Tests in Chromium. `CHROMIUM` is its path if it is in no common place. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.browser.ts'],
    setupFiles: 'test/browser/own-engine.ts',
    isolate: false, // all files of a worker share imported modules
    // Nothing here is timed: these end what hangs, on a machine as busy as may be.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    env: { POWERTOOLS_LOG_LEVEL: 'SILENT', AWS_REGION: 'eu-west-1' },
  },
});
