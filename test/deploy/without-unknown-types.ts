import type { IAspect } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { CfnApplication, CfnDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { CfnAlias } from 'aws-cdk-lib/aws-lambda';
import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import type { IConstruct } from 'constructs';

/** MiniStack 1.5 knows none of these ("Unrecognized resource types"). */
const UNKNOWN = [CfnApplication, CfnBudget, CfnDeploymentGroup, CfnQueryDefinition];

/** Removes resources that MiniStack does not know. Without CodeDeploy, aliases move to new versions at once. */
export class WithoutUnknownTypes implements IAspect {
  visit(node: IConstruct): void {
    if (node instanceof CfnAlias) Object.assign(node.cfnOptions, { updatePolicy: undefined });
    if (UNKNOWN.some((type) => node instanceof type)) node.node.scope?.node.tryRemoveChild(node.node.id);
  }
}
