import { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { StageSettings } from './stage-settings.ts';

/**
 * A log group with the stage's retention. It outlives the stack if the stage retains its data, except after a failed creation
 * (AWS, "DeletionPolicy attribute", RetainExceptOnCreate).
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
