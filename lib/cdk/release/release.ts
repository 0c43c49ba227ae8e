import { CfnOutput } from 'aws-cdk-lib';
import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import {
  LambdaApplication,
  LambdaDeploymentConfig,
  LambdaDeploymentGroup,
  type LambdaDeploymentGroupProps,
} from 'aws-cdk-lib/aws-codedeploy';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import { Alias, type IFunction, type IVersion } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { GuardFunction } from '../functions/guard-function.ts';
import type { StageSettings } from '../stage-settings.ts';
import { applicationName } from './application.ts';
import { createCodeDeployRole } from './codedeploy-role.ts';
import { createReleaseAlarm } from './release-alarm.ts';
import { createVersionAlarm } from './version-alarm.ts';
import { isFirstWave } from './waves.ts';

interface Shift {
  readonly group: Pick<
    LambdaDeploymentGroupProps,
    'deploymentConfig' | 'ignoreAlarmConfiguration' | 'autoRollback'
  >;
  /** Whether the smoke test runs after the first wave. */
  readonly isTested: boolean;
}

/**
 * The ways in which CodeDeploy moves traffic to the new version. All at once also works while the alarm is on, which stops a
 * canary: it allows the release that ends an incident.
 */
const SHIFTS: Readonly<Record<Exclude<StageSettings['release'], 'in_place'>, Shift>> = {
  canary: {
    group: { deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES },
    isTested: true,
  },
  all_at_once: {
    group: {
      deploymentConfig: LambdaDeploymentConfig.ALL_AT_ONCE,
      ignoreAlarmConfiguration: true,
      autoRollback: { deploymentInAlarm: false },
    },
    isTested: false,
  },
};

interface VersionedReleaseProps {
  readonly stage: string;
  readonly shift: Shift;
  /** Rolls back every current canary, in addition to the alarm of its own version. */
  readonly alarm: IAlarm;
  /** Decides whether a release continues after its first wave. */
  readonly smokeTest: GuardFunction;
}

const ALIAS_NAME = 'live';

/**
 * Releases functions with AWS CodeDeploy. In a canary a new version gets a tenth of the traffic for five minutes, and then
 * all. An alarm meanwhile rolls back this version and the whole deployment of the stack. A function gets a new version only
 * if its code or configuration changed. A stage can change its shift at any time: only the deployment groups differ.
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

  /**
   * Returns the alias of the released version, which callers use instead of the function. The casts are necessary because
   * CDK's types disagree about `role` with `exactOptionalPropertyTypes`.
   */
  release({ node, folder, function: handler }: GuardFunction): IFunction {
    const { stage, alarm, shift, smokeTest } = this.#props;
    const version = handler.currentVersion as IVersion;
    const alias = new Alias(handler, 'Live', { aliasName: ALIAS_NAME, version });
    const { functionName } = handler;
    const versionAlarm = createVersionAlarm(handler, 'ReleaseAlarm', {
      stage,
      name: node.id,
      functionName,
      aliasName: ALIAS_NAME,
      version,
    });
    const isTested = shift.isTested && isFirstWave(folder);
    const group = new LambdaDeploymentGroup(handler, 'Release', {
      application: this.#application,
      alias,
      role: this.#role,
      alarms: [versionAlarm, alarm],
      ...(isTested ? { postHook: smokeTest.function as IFunction } : {}),
      ...shift.group,
    });
    // The CDK finds references to other stacks in outputs, but not in update policies.
    if (isTested) new CfnOutput(handler, 'SmokeTest', { value: smokeTest.function.functionName });
    // CloudFormation sees no dependency in the update policy: it might move the alias before it updates the group.
    alias.node.addDependency(group);
    return alias as IFunction;
  }
}

/** Prepares the release of functions. Callers use the result of each: its alias, or the function itself in place. */
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
    shift: SHIFTS[release],
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
