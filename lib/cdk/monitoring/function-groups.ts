import type { Stack } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { internalFunctions } from '../../../functions/internal-functions.ts';
import { routes } from '../../../functions/routes.ts';
import { EndpointFunction } from '../functions/endpoint-function.ts';

export interface WatchedFunction {
  readonly name: string;
  readonly function: LambdaFunction;
}

/** Functions that share alarms and graphs, by the name of their group. */
export type FunctionGroups = ReadonlyMap<string, readonly WatchedFunction[]>;

/** An alarm adds up 10 metrics at most (AWS, "CloudWatch service quotas"). */
const MAXIMUM_GROUP_SIZE = 10;

/** Folders that are too small for a group of their own. The others' group is named after the folder. */
const SHARED_GROUPS: Readonly<Record<string, string>> = {
  authorizer: 'auth',
  docs: 'public',
  health: 'public',
  monitoring: 'alerts',
};

/**
 * Every function of the stack, by the resource that it serves. Functions are looked for in the stack, not listed:
 * one that is added later is watched, or stops the synthesis.
 */
export function groupFunctions(stack: Stack): FunctionGroups {
  const watched = stack.node
    .findAll()
    .filter((construct) => construct instanceof EndpointFunction)
    .map((construct) => ({ name: construct.node.id, function: construct.function }));
  const groups = Map.groupBy(watched, ({ name }) => groupOf(name));
  for (const [group, { length }] of groups) {
    if (length > MAXIMUM_GROUP_SIZE) {
      throw new Error(`The group ${group} has ${length} functions, more than one alarm can watch.`);
    }
  }
  return groups;
}

function groupOf(functionName: string): string {
  const declaration = [...internalFunctions, ...routes].find(({ name }) => name === functionName);
  if (!declaration) throw new Error(`The function ${functionName} is declared nowhere.`);
  return SHARED_GROUPS[declaration.folder] ?? declaration.folder;
}
