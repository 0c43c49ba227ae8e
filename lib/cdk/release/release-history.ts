import { setTimeout as wait } from 'node:timers/promises';
import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation';
import {
  type FunctionConfiguration,
  GetAliasCommand,
  LambdaClient,
  paginateListVersionsByFunction,
} from '@aws-sdk/client-lambda';
import { runInLanes } from '../../../shared/base/run-in-lanes.ts';
import { kebabCase } from '../name-case.ts';
import { ALIAS_NAME } from './alias.ts';
import { readReleaseVariables, type SharingRelease } from './upgrade-path.ts';
import { FIRST_RESOURCE } from './waves.ts';

/** Rejects what cannot be done with the releases of a stage. The message explains why, without a stack trace. */
export class ReleaseError extends Error {}

export interface FunctionVersion {
  readonly number: number;
  readonly publishedAt: Date;
  readonly bytes: number;
  /** The commit, if the function has this setting. */
  readonly commit: string | undefined;
  /** The release, if it is a version of the health check. */
  readonly release: SharingRelease;
  readonly tableName: string | undefined;
}

/** A function of a stage with its alias, and all its versions, the oldest first. */
export interface ReleasedFunction {
  readonly name: string;
  /** The resource in `functions/`. */
  readonly resource: string;
  /** The version that CloudFormation released last. It differs from `current` only after an undone release. */
  readonly deployed: number;
  /** The version that the alias points to. */
  readonly current: number;
  readonly isShifting: boolean;
  readonly versions: readonly FunctionVersion[];
}

export interface Release extends SharingRelease {
  readonly commit: string;
  readonly beganAt: Date;
}

export interface StageClients {
  readonly cloudFormation: CloudFormationClient;
  readonly lambda: LambdaClient;
  /** Waits until the next call of Lambda's control plane may be made. */
  readonly pace: () => Promise<void>;
}

/**
 * Lambda's control plane takes 15 calls a second of an account, all actions together (AWS, "Lambda quotas"). This leaves five
 * to others.
 */
const CALLS_PER_SECOND = 10;
export const LANES = 8;

/** Connects to the account and region of the AWS credentials, or to an emulator, which has no quota. */
export function connectToStages(environment: NodeJS.ProcessEnv): StageClients {
  const retries = { maxAttempts: 10, retryMode: 'adaptive' } as const;
  let next = 0;
  return {
    cloudFormation: new CloudFormationClient(retries),
    lambda: new LambdaClient(retries),
    pace: async () => {
      const now = performance.now();
      const start = Math.max(now, next);
      next = environment['AWS_ENDPOINT_URL'] === undefined ? start + 1_000 / CALLS_PER_SECOND : start;
      await wait(start - now);
    },
  };
}

/** Throws unless the last deployment of the stage is complete. */
export async function checkIsComplete({ cloudFormation }: StageClients, stage: string): Promise<void> {
  const { Stacks } = await cloudFormation.send(new DescribeStacksCommand({ StackName: `Guard-${stage}` }));
  const status = Stacks?.[0]?.StackStatus;
  if (status?.endsWith('_COMPLETE')) return;
  throw new ReleaseError(`A deployment of ${stage} is not complete: Guard-${stage} is ${status}.`);
}

interface Deployed {
  readonly name: string;
  readonly resource: string;
  readonly version: number;
}

interface ResourceStack {
  readonly resource: string;
  /** The physical ids of the resources of a type. */
  readonly idsOf: (type: string) => string[];
}

/** The nested stacks of a stage, or that of one resource of `functions/`. */
async function nestedStacks(
  { cloudFormation }: StageClients,
  stage: string,
  resource?: string,
): Promise<ResourceStack[]> {
  const resourcesOf = async (StackName: string) => {
    const found = [];
    for await (const page of paginateListStackResources({ client: cloudFormation }, { StackName })) {
      found.push(...(page.StackResourceSummaries ?? []));
    }
    return found;
  };
  const stacks = (await resourcesOf(`Guard-${stage}`)).flatMap(
    ({ ResourceType, LogicalResourceId = '', PhysicalResourceId: id }) => {
      const name = kebabCase(LogicalResourceId);
      const isMeant = ResourceType === 'AWS::CloudFormation::Stack' && (resource ?? name) === name;
      return isMeant && id !== undefined ? [{ resource: name, id }] : [];
    },
  );
  return runInLanes(stacks, 2, async (stack) => {
    const resources = await resourcesOf(stack.id);
    const idsOf = (type: string) =>
      resources.flatMap(({ ResourceType, PhysicalResourceId: id }) =>
        ResourceType === type && id !== undefined ? [id] : [],
      );
    return { resource: stack.resource, idsOf };
  });
}

/** The functions with an alias in the nested stacks of a stage, or of one resource. */
async function deployedFunctions(
  clients: StageClients,
  stage: string,
  resource?: string,
): Promise<Deployed[]> {
  return (await nestedStacks(clients, stage, resource)).flatMap((stack) => {
    // Both ids are ARNs that end with the name of the function and a qualifier (AWS, "AWS::Lambda::Version").
    const aliased = new Set(stack.idsOf('AWS::Lambda::Alias').map((id) => id.split(':').at(-2)));
    return stack.idsOf('AWS::Lambda::Version').flatMap((id) => {
      const [name = '', version] = id.split(':').slice(-2);
      return aliased.has(name) ? [{ name, resource: stack.resource, version: Number(version) }] : [];
    });
  });
}

async function currentVersion(
  { lambda, pace }: StageClients,
  FunctionName: string,
): Promise<Pick<ReleasedFunction, 'current' | 'isShifting'>> {
  await pace();
  const alias = await lambda.send(new GetAliasCommand({ FunctionName, Name: ALIAS_NAME }));
  const weights = alias.RoutingConfig?.AdditionalVersionWeights ?? {};
  return { current: Number(alias.FunctionVersion), isShifting: Object.keys(weights).length > 0 };
}

/** Reads the functions of a stage with their versions. */
export async function readReleasedFunctions(
  clients: StageClients,
  stage: string,
): Promise<ReleasedFunction[]> {
  const deployed = await deployedFunctions(clients, stage);
  if (deployed.length === 0)
    throw new ReleaseError(
      `The stage ${stage} has no versions: its releases replace the functions in place.`,
    );
  return runInLanes(deployed, LANES, async ({ name, resource, version }) => ({
    name,
    resource,
    deployed: version,
    ...(await currentVersion(clients, name)),
    versions: await versionsOf(clients, name),
  }));
}

async function versionsOf(clients: StageClients, name: string): Promise<FunctionVersion[]> {
  const found = (await configurationsOf(clients, name)).flatMap(
    ({ Version, LastModified = '', CodeSize = 0, Environment }): FunctionVersion[] => {
      if (Version === undefined || Version === LATEST) return [];
      const variables = Environment?.Variables ?? {};
      return [
        {
          number: Number(Version),
          publishedAt: new Date(LastModified.replace(/\+0000$/, 'Z')),
          bytes: CodeSize,
          commit: variables['GUARD_RELEASE'],
          release: readReleaseVariables(variables),
          tableName: variables['TABLE_NAME'],
        },
      ];
    },
  );
  return found.toSorted((one, other) => one.number - other.number);
}

/** The name of a function's code that no version keeps. */
const LATEST = '$LATEST';

/** The configurations of all versions of a function, and the latest one. */
async function configurationsOf(
  { lambda, pace }: StageClients,
  FunctionName: string,
): Promise<FunctionConfiguration[]> {
  const found: FunctionConfiguration[] = [];
  await pace();
  for await (const { Versions = [] } of paginateListVersionsByFunction(
    { client: lambda },
    { FunctionName },
  )) {
    found.push(...Versions);
  }
  return found;
}

/**
 * The release that a stage runs, also after an undone release, or with functions that are replaced in place; `undefined` if the
 * stage does not exist. It needs only what `undo` and 1.0.0 may do.
 */
export async function readRunningRelease(
  clients: StageClients,
  stage: string,
): Promise<SharingRelease | undefined> {
  const [health] = await nestedStacks(clients, stage, FIRST_RESOURCE).catch((error) => {
    if (error instanceof Error && error.name === 'ValidationError') return [];
    throw error;
  });
  const [name] = health?.idsOf('AWS::Lambda::Function') ?? [];
  if (!health || name === undefined) return undefined;
  const hasAlias = health.idsOf('AWS::Lambda::Alias').length > 0;
  const version = hasAlias ? String((await currentVersion(clients, name)).current) : LATEST;
  const running = (await configurationsOf(clients, name)).find((it) => it.Version === version);
  return running && readReleaseVariables(running.Environment?.Variables ?? {});
}

/**
 * Lists the releases of a stage, the oldest first. Each is a version of the health check, which has one for each commit, and
 * which is released before all other functions.
 */
export function releasesOf(functions: readonly ReleasedFunction[]): Release[] {
  const health = functions.find(({ resource }) => resource === FIRST_RESOURCE);
  if (!health) throw new ReleaseError('The stage has no health check, by which its releases are known.');
  return health.versions
    .filter(({ number }) => number <= health.deployed)
    .map(({ commit = 'unknown', publishedAt, release }) => ({ commit, beganAt: publishedAt, ...release }));
}

/** The newest version that a function had before this time, or has at all. Versions of failed releases do not count. */
export function versionBefore(
  { versions, deployed }: ReleasedFunction,
  end: Date | undefined,
): FunctionVersion | undefined {
  return versions.findLast(
    ({ number, publishedAt }) => number <= deployed && (end === undefined || publishedAt < end),
  );
}

/** Whether the last release of a stage was undone. Every release changes the health check, so it shows there. */
export async function isUndone(clients: StageClients, stage: string): Promise<boolean> {
  const [health] = await deployedFunctions(clients, stage, FIRST_RESOURCE);
  if (!health) return false;
  return (await currentVersion(clients, health.name)).current !== health.version;
}
