import { defineConfig } from 'vitest/config';

/** The suites for a deployed Guard. test/deploy/run.ts deploys it and sets its address. */
export default defineConfig({
  test: {
    include: ['test/deploy/*.deployed.ts'],
    // One after the other: stages are tested in parallel, and each cold start is a new process.
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // Tests depend on earlier ones.
    bail: 1,
  },
});
