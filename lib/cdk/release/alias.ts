import { Alias, type IFunction, type IVersion } from 'aws-cdk-lib/aws-lambda';
import type { GuardFunction } from '../functions/guard-function.ts';
import type { StageSettings } from '../stage-settings.ts';

export const ALIAS_NAME = 'live';

/**
 * Creates the alias of the released version, which callers use instead of the function itself. The casts of this folder are
 * necessary because the CDK's types disagree about `role` with `exactOptionalPropertyTypes`.
 */
export function createAlias({ function: handler }: GuardFunction): Alias {
  return new Alias(handler, 'Live', {
    aliasName: ALIAS_NAME,
    version: handler.currentVersion as IVersion,
  });
}

/**
 * Returns what the trigger of a function invokes: its alias, which CloudFormation moves to a new version at once. A canary
 * would be of no use, because a queue or a schedule sends too few events in five minutes.
 */
export function releaseAtOnce(it: GuardFunction, { release }: StageSettings): IFunction {
  return (release === 'in_place' ? it.function : createAlias(it)) as IFunction;
}
