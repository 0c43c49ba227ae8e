import { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { StageSettings } from './stage-settings.ts';

/**
 * A log that lasts as long as the stage says, and outlives the stack where the stage keeps its data; a stack that could
 * not be created leaves none behind (AWS, "DeletionPolicy attribute", RetainExceptOnCreate). CloudFormation names it
 * unless a name is given.
 */
export function createLogGroup(
  scope: Construct,
  id: string,
  { logRetentionDays, retainsData }: StageSettings,
  logGroupName?: string,
): LogGroup {
  return new LogGroup(scope, id, {
    ...(logGroupName === undefined ? {} : { logGroupName }),
    retention: logRetentionDays,
    removalPolicy: retainsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
  });
}
