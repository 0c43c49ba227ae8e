import { Effect, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

/**
 * The role with which API Gateway invokes the functions: these, by name, and nothing else. Without it every function
 * would need a resource that permits it, and a stack holds 500 at most (AWS, "CloudFormation quotas").
 */
export function createInvocationRole(scope: Construct, functions: Iterable<IFunction>): Role {
  const invoke = new PolicyStatement({
    effect: Effect.ALLOW,
    actions: ['lambda:InvokeFunction'],
    resources: Array.from(functions, ({ functionArn }) => functionArn),
  });
  return new Role(scope, 'InvocationRole', {
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    inlinePolicies: { Invoke: new PolicyDocument({ statements: [invoke] }) },
  });
}
