import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { ScheduleTrigger, TriggeredFunction } from '../../../shared/lambda/trigger.ts';

/**
 * Runs a function at an interval. A failed or late run is not repeated, since the next run replaces it. This needs settings of
 * EventBridge for the delivery, and of Lambda for the invocation (AWS, "How Lambda handles errors and retries with
 * asynchronous invocation").
 */
export function addSchedule(
  scope: Construct,
  { description, trigger }: TriggeredFunction<ScheduleTrigger>,
  handler: IFunction,
): void {
  const interval = Duration.minutes(trigger.everyMinutes);
  const once = { retryAttempts: 0, maxEventAge: interval } as const;
  handler.configureAsyncInvoke(once);
  new Rule(scope, 'Schedule', {
    description,
    schedule: Schedule.rate(interval),
    targets: [new FunctionTarget(handler, once)],
  });
}
