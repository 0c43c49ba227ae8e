import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { isatty } from 'node:tty';
import { CdkCommandError, cdkParameters, deployedStage } from '../lib/cdk/cdk-command.ts';
import { checkUpgrade } from '../lib/cdk/release/check-upgrade.ts';
import { findUndone } from '../lib/cdk/release/deploy-after-undo.ts';
import { describeSynthesis, outputFolderOf } from '../lib/cdk/synthesis-summary.ts';

/**
 * `npm run synth`, `deploy`, `diff` and `destroy`: the CDK's command line for one stage, as in `npm run deploy -- --stage
 * prod`. `-c` sets the settings of lib/cdk/stage-settings.ts; all options of the CDK are passed on.
 */

const CDK = createRequire(import.meta.url).resolve('aws-cdk/bin/cdk');
const WRONG_USAGE_EXIT_CODE = 2;

try {
  const parameters = cdkParameters(process.argv.slice(2), isatty(process.stdout.fd));
  const deployed = deployedStage(parameters);
  await checkUpgrade(deployed?.stage);
  const undone = await findUndone(deployed?.hasVersions ? deployed.stage : undefined);
  const cdk = spawn(process.execPath, [CDK, ...parameters, ...(undone?.parameters ?? [])], {
    stdio: 'inherit',
  });
  cdk.on('exit', async (code) => {
    process.exitCode = code ?? 1;
    await undone?.complete(code === 0);
    if (code === 0 && printsSummary(parameters))
      console.log(await describeSynthesis(outputFolderOf(parameters)));
  });
  // A Ctrl-C reaches the CDK, too, which handles it.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => cdk.kill('SIGTERM'));
} catch (error) {
  if (!(error instanceof CdkCommandError)) throw error;
  console.error(error.message);
  process.exitCode = WRONG_USAGE_EXIT_CODE;
}

/** `npm run synth` prints a summary instead of the template. */
function printsSummary([command, ...options]: readonly string[]): boolean {
  return (
    command === 'synth' && options.includes('--quiet') && !options.some((it) => /^(-h|--help)$/.test(it))
  );
}
