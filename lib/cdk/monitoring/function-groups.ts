import type { Stack } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { GuardFunction } from '../functions/guard-function.ts';

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
    .filter((construct) => construct instanceof GuardFunction)
    .map((construct) => ({
      name: construct.node.id,
      function: construct.function,
      group: SHARED_GROUPS[construct.folder] ?? construct.folder,
    }));
  const groups = Map.groupBy(watched, ({ group }) => group);
  for (const [group, { length }] of groups) {
    if (length > MAXIMUM_GROUP_SIZE) {
      throw new Error(`The group ${group} has ${length} functions, more than one alarm can watch.`);
    }
  }
  return groups;
}
