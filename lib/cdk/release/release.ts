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
  /** Whether the smoke test decides after the first wave. */
  readonly isTested: boolean;
}

/**
 * How CodeDeploy moves callers from the old version to the new one. All at once works during an incident too: a canary
 * is stopped while the alarm is on, and so would be the release that ends the incident.
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
  /** What takes every canary back that is under way when it goes off, beside the alarm of its own version. */
  readonly alarm: IAlarm;
  /** What decides whether a release goes on after its first wave. */
  readonly smokeTest: GuardFunction;
}

const ALIAS_NAME = 'live';

/**
 * Releases functions by AWS CodeDeploy: a new version gets the calls as the shift says. In a canary that is a tenth of
 * them for five minutes and then all, and none again if an alarm goes off meanwhile, which also takes back the whole
 * deployment of the stack. A function whose code and configuration did not change gets no new version and is not
 * released. Shifts differ in the deployment groups alone, so that a stage goes from one to the other at any time.
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
   * What callers call instead of the function: the alias that always leads to what is released. The casts are between
   * CDK's own types, which do not agree on `role` under `exactOptionalPropertyTypes`.
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
    // The CDK does not look through update policies for what another stack has, but through outputs.
    if (isTested) new CfnOutput(handler, 'SmokeTest', { value: smokeTest.function.functionName });
    // Named in its update policy only, which is no dependency to CloudFormation: it might move the alias with the group
    // as it was before.
    alias.node.addDependency(group);
    return alias as IFunction;
  }
}

/**
 * How the stage releases its functions: gives what callers call instead of each function, which is its alias, or the
 * function itself where it is replaced in place.
 */
export function createRelease(
  scope: Construct,
  { release, stage }: StageSettings,
  smokeTest: GuardFunction | undefined,
): (functions: readonly GuardFunction[]) => ReadonlyMap<GuardFunction, IFunction> {
  if (release === 'in_place' || !smokeTest)
    return (functions) => mapTo(functions, (it) => it.function as IFunction);
  const alarm = createReleaseAlarm(scope, stage);
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
