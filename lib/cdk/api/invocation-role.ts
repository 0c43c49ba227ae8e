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
import type { StageSettings } from '../stage-settings.ts';

/**
 * The role with which API Gateway invokes the functions of one stack: these, by name, and nothing else. Without it every
 * function would need a resource that permits it. One role for all functions would not do: all policies of a role
 * together hold 10,240 characters (AWS, "IAM and AWS STS quotas"), which is about 80 functions.
 *
 * Where aliases are called it is another role than where functions are: a stage that goes from one to the other calls in
 * the old role until its new API is deployed, and that must go on to name what is called.
 */
export function createInvocationRole(
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
  // The CDK would give it a policy of its own for the authorizer, which it may invoke already.
  return role.withoutPolicyUpdates();
}
