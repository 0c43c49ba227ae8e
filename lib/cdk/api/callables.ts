import { Stack } from 'aws-cdk-lib';
import {
  Effect,
  type IRole,
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { GuardFunction } from '../functions/guard-function.ts';
import type { StageSettings } from '../stage-settings.ts';

/** A function that API Gateway can call. */
export interface Callable {
  /** The function itself, or its alias. */
  readonly handler: IFunction;
  /** The role with which API Gateway calls it. */
  readonly role: IRole;
}

/** Prepares functions to be called by API Gateway. All functions of a stack share one role. */
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

/**
 * Creates the role with which API Gateway may invoke the functions of one stack, and nothing else. Without it, every function
 * would need a permission resource. Each stack has its own role, because the policies of a role have at most 10,240
 * characters (AWS, "IAM and AWS STS quotas"), which is enough for about 80 functions. There are different roles for invoking
 * aliases and for invoking functions: a stage that changes from one to the other uses the old role until its new API is
 * deployed, so the old role must keep its policy until then.
 */
function createInvocationRole(
  scope: Construct,
  { release }: StageSettings,
  functions: Iterable<IFunction>,
): IRole {
  const invoke = new PolicyStatement({
    effect: Effect.ALLOW,
    actions: ['lambda:InvokeFunction'],
    resources: Array.from(functions, ({ functionArn }) => functionArn),
  });
  const role = new Role(scope, release === 'in_place' ? 'InvocationRole' : 'LiveInvocationRole', {
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    inlinePolicies: { Invoke: new PolicyDocument({ statements: [invoke] }) },
  });
  // The CDK would add a policy for the authorizer, although the role may already invoke it.
  return role.withoutPolicyUpdates();
}
