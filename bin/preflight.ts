import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { runPreflight } from '../lib/cdk/preflight/run-preflight.ts';
import { connectToAws } from '../lib/cdk/preflight/send-to-aws.ts';
import { connectToStages, readRunningRelease } from '../lib/cdk/release/release-history.ts';

/** `npm run preflight -- --stage prod`: says what would fail in a deployment, before it does. */
process.exitCode = await runPreflight(process.argv.slice(2), {
  connect: () => connectToAws(process.env['AWS_ENDPOINT_URL']),
  readRunningRelease: (stage) => readRunningRelease(connectToStages(process.env), stage),
  // The CDK runs the same command. `version` also asks the daemon.
  hasDocker: () =>
    promisify(execFile)(process.env['CDK_DOCKER'] ?? 'docker', ['version']).then(
      () => true,
      () => false,
    ),
  write: console.log,
  writeError: console.error,
});
