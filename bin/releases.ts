import { runReleases } from '../lib/cdk/release/run-releases.ts';

/** `npm run release -- undo` and `npm run release -- delete-old-versions`: the versions of a stage's functions. */
process.exitCode = await runReleases(process.argv.slice(2), {
  environment: process.env,
  now: new Date(),
  write: console.log,
  writeError: console.error,
});
