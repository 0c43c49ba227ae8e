import { runPreflight } from '../lib/cdk/preflight/run-preflight.ts';
import { connectToAws } from '../lib/cdk/preflight/send-to-aws.ts';

/** `npm run preflight -- --stage prod`: says what would fail in a deployment, before it does. */
process.exitCode = await runPreflight(process.argv.slice(2), {
  connect: () => connectToAws(process.env['AWS_ENDPOINT_URL']),
  write: console.log,
  writeError: console.error,
});
