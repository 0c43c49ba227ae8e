import { Stack } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { functionGroup } from '../../../shared/lambda/function-group.ts';
import { GuardFunction } from '../functions/guard-function.ts';

export interface WatchedFunction {
  readonly name: string;
  readonly function: LambdaFunction;
}

/** The functions that share graphs and metrics, by group. */
export type FunctionGroups = ReadonlyMap<string, readonly WatchedFunction[]>;

/** Functions of one group and one stack, at most as many as an alarm can watch. */
export interface GroupPart {
  readonly group: string;
  readonly functions: readonly WatchedFunction[];
  readonly stack: Stack;
}

/** An alarm takes 10 metrics at most (AWS, "CloudWatch service quotas"), and two are the group's own. */
const FUNCTIONS_PER_ALARM = 8;

/** Every function in the stack, by group. */
export function groupFunctions(stack: Stack): FunctionGroups {
  const watched = stack.node
    .findAll()
    .filter((construct) => construct instanceof GuardFunction)
    .map((construct) => ({
      name: construct.node.id,
      function: construct.function,
      group: functionGroup({ name: construct.node.id, folder: construct.folder }),
    }));
  return Map.groupBy(watched, ({ group }) => group);
}

/** Splits groups for alarms: into `sites`, and `sites-2` with the functions that exceed one alarm. */
export function groupParts(groups: FunctionGroups): ReadonlyMap<string, GroupPart> {
  return new Map([...groups].flatMap(([group, functions]) => partsOf(group, functions)));
}

function partsOf(group: string, functions: readonly WatchedFunction[]): [string, GroupPart][] {
  const ofStacks = Map.groupBy(functions, (it) => Stack.of(it.function));
  const parts = [...ofStacks].flatMap(([stack, theirs]) =>
    Array.from({ length: Math.ceil(theirs.length / FUNCTIONS_PER_ALARM) }, (_, place) => {
      const begin = place * FUNCTIONS_PER_ALARM;
      return { group, stack, functions: theirs.slice(begin, begin + FUNCTIONS_PER_ALARM) };
    }),
  );
  return parts.map((part, place) => [place === 0 ? group : `${group}-${place + 1}`, part]);
}
