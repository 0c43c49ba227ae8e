import { CdkCommandError } from '../cdk-command.ts';
import { connectToStages, readRunningRelease } from './release-history.ts';
import { explainRefusal } from './upgrade-path.ts';

/**
 * Throws if a stage runs a release that this one must not follow. If AWS does not say which, it only warns: the deployment may end
 * an incident, and without credentials the CDK itself says what is wrong.
 */
export async function checkUpgrade(stage: string | undefined): Promise<void> {
  if (stage === undefined) return;
  const running = await readRunningRelease(connectToStages(process.env), stage).catch((error) => {
    console.error(`Nobody knows whether this release may follow the one of ${stage}: ${error.message}`);
    return undefined;
  });
  const refusal = running && explainRefusal(running, stage);
  if (refusal !== undefined) throw new CdkCommandError(refusal);
}
