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
 * The role with which API Gateway may invoke the functions of one stack, and nothing else. Without it every function would
 * need a permission resource. The policies of a role have at most 10,240 characters (AWS, "IAM and AWS STS quotas"), enough
 * for about 80 functions, so each stack has its own role.
 *
 * The role for aliases is not the role for functions. A stage that changes from one to the other uses the old role until its
 * new API is deployed, so the old role must keep its policy until then.
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
  // The CDK would add a policy for the authorizer, which the role may invoke already.
  return role.withoutPolicyUpdates();
}
