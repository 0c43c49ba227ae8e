import type { IAspect } from 'aws-cdk-lib';
import { CfnApplication, CfnDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { CfnAlias } from 'aws-cdk-lib/aws-lambda';
import type { IConstruct } from 'constructs';

/** MiniStack 1.5 does not know CodeDeploy. Without it, aliases move to their new versions at once. */
export class WithoutCodeDeploy implements IAspect {
  visit(node: IConstruct): void {
    if (node instanceof CfnAlias) Object.assign(node.cfnOptions, { updatePolicy: undefined });
    if (node instanceof CfnApplication || node instanceof CfnDeploymentGroup) {
      node.node.scope?.node.tryRemoveChild(node.node.id);
    }
  }
}
