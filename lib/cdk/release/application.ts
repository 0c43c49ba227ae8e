import { ArnFormat, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { serviceName } from '../../../shared/lambda/metrics.ts';
import type { StageSettings } from '../stage-settings.ts';

/** CodeDeploy's name of the stage's releases. It is fixed, so that people and policies can use it. */
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

/** Allows the function of a lifecycle event to report whether a deployment continues. */
export function verdictStatement(scope: Construct, { stage }: StageSettings): PolicyStatement {
  return new PolicyStatement({
    actions: ['codedeploy:PutLifecycleEventHookExecutionStatus'],
    resources: [deploymentGroupsArn(scope, stage)],
  });
}

/** Suppresses the IAM5 finding of cdk-nag: the role of that function covers several deployment groups. */
export function acknowledgeVerdict(scope: Construct, { stage }: StageSettings): void {
  const arn = `arn:<AWS::Partition>:codedeploy:<AWS::Region>:<AWS::AccountId>:deploymentgroup:${applicationName(stage)}/*`;
  Validations.of(scope).acknowledge({
    id: `AwsSolutions-IAM5[Resource::${arn}]`,
    reason: 'The groups depend on the function, so its role cannot name them.',
  });
}
