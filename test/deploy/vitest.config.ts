import { defineConfig } from 'vitest/config';

/** The suites that run against a deployed Guard; test/deploy/run.ts deploys it and says where it is. */
export default defineConfig({
  test: {
    include: ['test/deploy/*.deployed.ts'],
    // One after the other: stages are proven side by side, and each function that is called anew is a process that starts.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A test stands on what those before it made.
    bail: 1,
  },
});
