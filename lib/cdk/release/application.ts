import { ArnFormat, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { serviceName } from '../../../shared/lambda/metrics.ts';
import type { StageSettings } from '../stage-settings.ts';

/** The name that the stage's releases have in CodeDeploy. It is fixed, so that people and policies can use it. */
export const applicationName = serviceName;

/** All deployment groups of a stage. */
export function deploymentGroupsArn(scope: Construct, stage: string): string {
  return Stack.of(scope).formatArn({
    service: 'codedeploy',
    resource: 'deploymentgroup',
    resourceName: `${applicationName(stage)}/*`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
}

/** Makes the statement by which the function of a lifecycle event may report whether a deployment continues. */
export function verdictStatement(scope: Construct, { stage }: StageSettings): PolicyStatement {
  return new PolicyStatement({
    actions: ['codedeploy:PutLifecycleEventHookExecutionStatus'],
    resources: [deploymentGroupsArn(scope, stage)],
  });
}

/** Suppresses cdk-nag's finding IAM5: the role of that function covers several deployment groups. */
export function acknowledgeVerdict(scope: Construct, { stage }: StageSettings): void {
  const arn = `arn:<AWS::Partition>:codedeploy:<AWS::Region>:<AWS::AccountId>:deploymentgroup:${applicationName(stage)}/*`;
  Validations.of(scope).acknowledge({
    id: `AwsSolutions-IAM5[Resource::${arn}]`,
    reason: 'The groups depend on the function, so its role cannot name them.',
  });
}
