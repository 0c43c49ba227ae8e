import { Stack } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { functionGroup } from '../../../shared/lambda/function-group.ts';
import { GuardFunction } from '../functions/guard-function.ts';

export interface WatchedFunction {
  readonly name: string;
  readonly function: LambdaFunction;
}

/** Functions that share graphs and metrics, by the name of their group. */
export type FunctionGroups = ReadonlyMap<string, readonly WatchedFunction[]>;

/** As many functions of one group and one stack as an alarm can watch. */
export interface GroupPart {
  readonly group: string;
  readonly functions: readonly WatchedFunction[];
  readonly stack: Stack;
}

/** An alarm takes 10 metrics at most (AWS, "CloudWatch service quotas"), and two are the group's own. */
const FUNCTIONS_PER_ALARM = 8;

/**
 * Every function of the stack, by group. Functions are looked for in the stack, not listed: one that is added later is
 * watched.
 */
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

/** Splits groups for alarms, by the name of the part: `sites`, and `sites-2` for what one alarm cannot take. */
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
