import { Stack, Validations } from 'aws-cdk-lib';
import {
  type IRole,
  ManagedPolicy,
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { closeRole } from '../functions/close-role.ts';
import type { GuardFunction } from '../functions/guard-function.ts';
import { deploymentGroupsArn } from './application.ts';

const POLICY = 'service-role/AWSCodeDeployRoleForLambdaLimited';

export interface CodeDeployRoleProps {
  readonly stage: string;
  readonly smokeTest: GuardFunction;
}

/**
 * The role with which CodeDeploy releases the functions of a stage, and runs the smoke test. It is for that stage only (AWS
 * CodeDeploy, "Cross-service confused deputy prevention").
 */
export function createCodeDeployRole(
  scope: Construct,
  id: string,
  { stage, smokeTest }: CodeDeployRoleProps,
): IRole {
  const statements = [
    new PolicyStatement({
      actions: ['lambda:InvokeFunction'],
      resources: [smokeTest.function.functionArn],
    }),
  ];
  const role = new Role(scope, id, {
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com', {
      conditions: {
        StringEquals: { 'aws:SourceAccount': Stack.of(scope).account },
        ArnLike: { 'aws:SourceArn': deploymentGroupsArn(scope, stage) },
      },
    }),
    managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName(POLICY)],
    inlinePolicies: { SmokeTest: new PolicyDocument({ statements }) },
  });
  Validations.of(role).acknowledge({
    id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${POLICY}]`,
    reason:
      'AWS keeps this policy for CodeDeploy alone: it moves aliases, reads alarms and invokes no function of Guard.',
  });
  return closeRole(role, statements);
}
