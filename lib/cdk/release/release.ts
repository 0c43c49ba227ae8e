import { CfnOutput, Duration, Stack, Validations } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IAlarm,
  Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import {
  type IRole,
  ManagedPolicy,
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { CfnAlias, IFunction, IVersion } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { serviceName } from '../../../shared/lambda/metrics.ts';
import { closeRole } from '../functions/close-role.ts';
import type { GuardFunction } from '../functions/guard-function.ts';
import type { StageSettings } from '../stage-settings.ts';
import { ALIAS_NAME, createAlias } from './alias.ts';
import { applicationName, deploymentGroupsArn } from './application.ts';
import { createReleaseAlarm } from './release-alarm.ts';
import { isFirstWave } from './waves.ts';

interface VersionedReleaseProps {
  readonly stage: string;
  /**
   * Whether CodeDeploy shifts the traffic. Otherwise CloudFormation moves the aliases at once, whatever they point to and
   * whatever alarms say: so the release that ends an incident is possible, and the one after an undone release, too.
   */
  readonly isCanary: boolean;
  /**
   * The alarm that all canaries share, which rolls back those that are running. Each version also has an alarm of its own.
   */
  readonly alarm: IAlarm;
  /** Decides whether a release continues after its first wave. */
  readonly smokeTest: GuardFunction;
}

/**
 * Releases functions by AWS CodeDeploy. In a canary, a new version gets a tenth of the traffic for five minutes, and then all
 * of it. If an alarm fires meanwhile, this version and the whole deployment of the stage are rolled back. A function gets a
 * new version only if its code or configuration changed. A stage can change how it shifts traffic at any time, because only
 * the update policies of the aliases differ.
 */
class VersionedRelease extends Construct {
  readonly #application: LambdaApplication;
  readonly #role: IRole;
  readonly #props: VersionedReleaseProps;

  constructor(scope: Construct, id: string, props: VersionedReleaseProps) {
    super(scope, id);
    this.#props = props;
    this.#application = new LambdaApplication(this, 'Application', {
      applicationName: applicationName(props.stage),
    });
    this.#role = createCodeDeployRole(this, 'Role', props);
  }

  /** Returns the alias of the released version, which callers use instead of the function itself. */
  release(released: GuardFunction): IFunction {
    const { stage, alarm, isCanary, smokeTest } = this.#props;
    const { node, resource, function: handler } = released;
    const alias = createAlias(released);
    const { functionName } = handler;
    const versionAlarm = createVersionAlarm(handler, 'ReleaseAlarm', {
      stage,
      name: node.id,
      functionName,
      version: handler.currentVersion as IVersion,
    });
    const isTested = isFirstWave(resource);
    const group = new LambdaDeploymentGroup(handler, 'Release', {
      application: this.#application,
      alias,
      role: this.#role,
      alarms: [versionAlarm, alarm],
      deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      ...(isTested ? { postHook: smokeTest.function as IFunction } : {}),
    });
    if (!isCanary) delete (alias.node.defaultChild as CfnAlias).cfnOptions.updatePolicy;
    // The CDK finds references to other stacks in outputs, but not in update policies, so the name is also an output.
    if (isTested) new CfnOutput(handler, 'SmokeTest', { value: smokeTest.function.functionName });
    // CloudFormation does not see that the update policy depends on the group, so it might move the alias before it updates
    // the group.
    alias.node.addDependency(group);
    return alias as IFunction;
  }
}

/**
 * Prepares the release of functions. Callers use what it returns for each function: its alias; or, for releases in place, the
 * function itself.
 */
export function createRelease(
  scope: Construct,
  settings: StageSettings,
  smokeTest: GuardFunction | undefined,
): (functions: readonly GuardFunction[]) => ReadonlyMap<GuardFunction, IFunction> {
  const { release, stage } = settings;
  if (release === 'in_place' || !smokeTest)
    return (functions) => mapTo(functions, (it) => it.function as IFunction);
  const alarm = createReleaseAlarm(scope, settings);
  const versioned = new VersionedRelease(scope, 'Release', {
    stage,
    isCanary: release === 'canary',
    alarm,
    smokeTest,
  });
  return (functions) => mapTo(functions, (it) => versioned.release(it));
}

function mapTo<V>(
  functions: readonly GuardFunction[],
  change: (it: GuardFunction) => V,
): ReadonlyMap<GuardFunction, V> {
  return new Map(functions.map((it) => [it, change(it)]));
}

interface VersionAlarmProps {
  readonly stage: string;
  /** The function's name in `functions/`. */
  readonly name: string;
  /** The function's name on AWS. */
  readonly functionName: string;
  readonly version: IVersion;
}

/**
 * Creates the alarm that fires when the newest version of a function crashes even once, because correct code never does.
 * Crashes of the version before are not counted, so that they do not stop the release that repairs them.
 */
function createVersionAlarm(scope: Construct, id: string, props: VersionAlarmProps): Alarm {
  return new Alarm(scope, id, {
    alarmName: `${serviceName(props.stage)}-release-errors-${props.name}`,
    alarmDescription:
      'Rolls back the current release: its version of a function failed. Runbook: docs/runbook.md#release-errors',
    metric: crashes(props),
    threshold: 0,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
}

/**
 * Counts crashes. Lambda counts those of each version of an alias separately (AWS, "Types of metrics for Lambda functions").
 */
function crashes({ functionName, version }: VersionAlarmProps): Metric {
  return new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'Errors',
    dimensionsMap: {
      FunctionName: functionName,
      Resource: `${functionName}:${ALIAS_NAME}`,
      ExecutedVersion: version.version,
    },
    statistic: Stats.SUM,
    period: Duration.minutes(1),
  });
}

const POLICY = 'service-role/AWSCodeDeployRoleForLambdaLimited';

interface CodeDeployRoleProps {
  readonly stage: string;
  readonly smokeTest: GuardFunction;
}

/**
 * The role with which CodeDeploy releases the functions of a stage and runs the smoke test. Only this stage can use it (AWS
 * CodeDeploy, "Cross-service confused deputy prevention").
 */
function createCodeDeployRole(
  scope: Construct,
  id: string,
  { stage, smokeTest }: CodeDeployRoleProps,
): IRole {
  const statements = [
    new PolicyStatement({
      actions: ['lambda:InvokeFunction'],
      resources: [smokeTest.function.functionArn],
    }),
  ];
  const role = new Role(scope, id, {
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com', {
      conditions: {
        StringEquals: { 'aws:SourceAccount': Stack.of(scope).account },
        ArnLike: { 'aws:SourceArn': deploymentGroupsArn(scope, stage) },
      },
    }),
    managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName(POLICY)],
    inlinePolicies: { SmokeTest: new PolicyDocument({ statements }) },
  });
  Validations.of(role).acknowledge({
    id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${POLICY}]`,
    reason:
      'AWS keeps this policy for CodeDeploy alone: it moves aliases, reads alarms and invokes no function of Guard.',
  });
  return closeRole(role, statements);
}
