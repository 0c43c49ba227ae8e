import { Stack } from 'aws-cdk-lib';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { GuardFunction } from '../functions/guard-function.ts';
import type { StageSettings } from '../stage-settings.ts';
import { createInvocationRole } from './invocation-role.ts';

/** A function as API Gateway calls it. */
export interface Callable {
  /** The function itself, or its alias. */
  readonly handler: IFunction;
  /** The role with which API Gateway calls it. */
  readonly role: IRole;
}

/** Prepares functions for calls from API Gateway, with one role for each stack. */
export function createCallables(
  released: ReadonlyMap<GuardFunction, IFunction>,
  settings: StageSettings,
): (it: GuardFunction) => Callable {
  const callables = new Map<GuardFunction, Callable>();
  for (const [stack, ofStack] of Map.groupBy(released, ([it]) => Stack.of(it))) {
    const handlers = ofStack.map(([, handler]) => handler);
    const role = createInvocationRole(stack, settings, handlers);
    for (const [it, handler] of ofStack) callables.set(it, { handler, role });
  }
  return (it) => {
    const callable = callables.get(it);
    if (!callable) throw new Error(`${it.node.path} is not released.`);
    return callable;
  };
}
