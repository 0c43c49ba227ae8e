import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

export interface EveryMinuteProps {
  readonly description: string;
  readonly function: IFunction;
}

/** Runs a function once a minute. A run that fails is not repeated: the next one takes its place. */
export class EveryMinute extends Construct {
  constructor(scope: Construct, id: string, props: EveryMinuteProps) {
    super(scope, id);
    new Rule(this, 'Rule', {
      description: props.description,
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new FunctionTarget(props.function, { retryAttempts: 0, maxEventAge: Duration.minutes(1) })],
    });
  }
}
