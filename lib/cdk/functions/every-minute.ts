import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

const ONCE = { retryAttempts: 0, maxEventAge: Duration.minutes(1) } as const;

export interface EveryMinuteProps {
  readonly description: string;
  readonly function: IFunction;
}

/**
 * Runs a function once a minute. A run that is not delivered, that fails or that waits is not repeated: the next one
 * takes its place. Delivery is EventBridge's, what comes after it Lambda's (AWS, "How Lambda handles errors and
 * retries with asynchronous invocation").
 */
export class EveryMinute extends Construct {
  constructor(scope: Construct, id: string, props: EveryMinuteProps) {
    super(scope, id);
    props.function.configureAsyncInvoke(ONCE);
    new Rule(this, 'Rule', {
      description: props.description,
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new FunctionTarget(props.function, ONCE)],
    });
  }
}
