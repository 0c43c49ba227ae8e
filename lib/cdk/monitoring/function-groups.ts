import type { Stack } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { functionGroup } from '../../../shared/lambda/function-group.ts';
import { GuardFunction } from '../functions/guard-function.ts';

export interface WatchedFunction {
  readonly name: string;
  readonly function: LambdaFunction;
}

/** The functions that share graphs and metrics, by group. */
export type FunctionGroups = ReadonlyMap<string, readonly WatchedFunction[]>;

/** Every function in the stack, by group. */
export function groupFunctions(stack: Stack): FunctionGroups {
  const watched = stack.node
    .findAll()
    .filter((construct) => construct instanceof GuardFunction)
    .map((construct) => ({
      name: construct.node.id,
      function: construct.function,
      group: functionGroup({ name: construct.node.id, resource: construct.resource }),
    }));
  return Map.groupBy(watched, ({ group }) => group);
}
