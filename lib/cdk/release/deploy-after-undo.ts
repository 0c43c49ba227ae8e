import { connectToStages, isUndone } from './release-history.ts';
import { moveToDeployed } from './undo-release.ts';

interface UndoneRelease {
  /** What the command line of the CDK needs besides. */
  readonly parameters: readonly string[];
  complete(isDeployed: boolean): Promise<void>;
}

/**
 * Finds out whether the last release of a stage was undone. Then CloudFormation knows other versions than the aliases point to,
 * from which CodeDeploy would begin its canaries. So the next release moves the aliases at once. Afterwards, the functions that
 * it did not change get the versions that CloudFormation knows.
 */
export async function findUndone(stage: string | undefined): Promise<UndoneRelease | undefined> {
  if (stage === undefined) return undefined;
  const clients = connectToStages(process.env);
  // Without credentials or a stack, the CDK itself says what is wrong.
  if (!(await isUndone(clients, stage).catch(warnIfDenied))) return undefined;
  console.log(`The last release of ${stage} was undone. So this one takes over at once, without a canary.`);
  return {
    parameters: ['-c', 'release=all_at_once'],
    async complete(isDeployed) {
      if (isDeployed) return moveToDeployed(clients, stage, console.log);
      console.error(`The undone release may be back: npm run release -- undo --stage ${stage}`);
    },
  };
}

function warnIfDenied(error: unknown): false {
  if (error instanceof Error && error.name.startsWith('AccessDenied'))
    console.error(`Nobody knows whether the last release was undone: ${error.message}`);
  return false;
}
