import { Duration, Validations } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IAlarm,
  Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  type IFunction,
  type IVersion,
  type Function as LambdaFunction,
} from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { serviceName } from '../shared/monitoring/metrics.ts';
import { restApiName } from './rest-api.ts';
import type { StageSettings } from './stage-settings.ts';

/** Server errors in one minute that end a canary: one may be the network's, three are the code's. */
const SERVER_ERRORS = 3;

export interface CanaryReleaseProps {
  /** What takes every release back that is under way when it goes off. */
  readonly alarm: IAlarm;
}

/**
 * Releases functions by AWS CodeDeploy: a new version gets a tenth of the calls for five minutes and then all of them,
 * and loses them again when the alarm goes off meanwhile, which also takes back the whole deployment of the stack.
 * A function whose code and configuration did not change gets no new version and is not released.
 */
export class CanaryRelease extends Construct {
  readonly #application: LambdaApplication;
  readonly #role: Role;
  readonly #alarm: IAlarm;

  constructor(scope: Construct, id: string, { alarm }: CanaryReleaseProps) {
    super(scope, id);
    this.#alarm = alarm;
    this.#application = new LambdaApplication(this, 'Application');
    this.#role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') });
    Validations.of(this.#role).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
      reason:
        'AWS keeps this policy for CodeDeploy alone: it moves aliases, reads alarms and invokes no function of Guard.',
    });
  }

  /**
   * What callers call instead of the function: the alias that always leads to what is released. The casts are between
   * CDK's own types, which do not agree on `role` under `exactOptionalPropertyTypes`.
   */
  release(handler: LambdaFunction): IFunction {
    const version = handler.currentVersion as IVersion;
    const alias = new Alias(handler, 'Live', { aliasName: 'live', version });
    new LambdaDeploymentGroup(handler, 'Release', {
      application: this.#application,
      alias,
      role: this.#role,
      deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      alarms: [this.#alarm],
    });
    return alias as IFunction;
  }
}

/**
 * How the stage releases its functions: gives what callers call instead of a function, which is its alias in a canary
 * release and else the function itself.
 */
export function createRelease(
  scope: Construct,
  { release, stage }: StageSettings,
): (handler: LambdaFunction) => IFunction {
  if (release === 'all_at_once') return (handler) => handler;
  const canary = new CanaryRelease(scope, 'Release', { alarm: createReleaseAlarm(scope, stage) });
  return (handler) => canary.release(handler);
}

/**
 * Goes off when the API answers with server errors. It watches what clients see: a function that fails is 502 there,
 * one that answers 500 is no error to Lambda. The API is named, not referred to: the API calls the aliases, which
 * must not depend on an alarm that depends on the API.
 */
function createReleaseAlarm(scope: Construct, stage: string): Alarm {
  return new Alarm(scope, 'ReleaseAlarm', {
    alarmName: `${serviceName(stage)}-api-server-errors-release`,
    alarmDescription:
      'Takes back the releases that are under way, and tells nobody. Runbook: docs/runbook.md#api-server-errors',
    metric: new Metric({
      namespace: 'AWS/ApiGateway',
      metricName: '5XXError',
      dimensionsMap: { ApiName: restApiName(stage), Stage: stage },
      statistic: Stats.SUM,
      period: Duration.minutes(1),
    }),
    threshold: SERVER_ERRORS,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
}
