import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { CdkCommandError, cdkParameters } from '../lib/cdk-command.ts';

/**
 * `npm run synth`, `deploy`, `diff` and `destroy`: the CDK's command line for one stage, as in `npm run deploy -- --stage
 * prod`. What lib/stage-settings.ts names is given with `-c`; every option of the CDK's passes through.
 */

const CDK = createRequire(import.meta.url).resolve('aws-cdk/bin/cdk');
const WRONG_USAGE_EXIT_CODE = 2;

try {
  const cdk = spawn(process.execPath, [CDK, ...cdkParameters(process.argv.slice(2))], { stdio: 'inherit' });
  cdk.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
  // A Ctrl-C reaches the CDK too, which decides what to do about it.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => cdk.kill('SIGTERM'));
} catch (error) {
  if (!(error instanceof CdkCommandError)) throw error;
  console.error(error.message);
  process.exitCode = WRONG_USAGE_EXIT_CODE;
}
