import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkUpgrade } from '../../../../../lib/cdk/release/check-upgrade.ts';
import { findUndone } from '../../../../../lib/cdk/release/deploy-after-undo.ts';
import { runReleases } from '../../../../../lib/cdk/release/run-releases.ts';
import { THIS_RELEASE } from '../../../../../lib/cdk/release/upgrade-path.ts';

/** The commands about the releases of a stage, with an AWS account whose answers are computed here. */

const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}T12:00:00.000+0000`;
const version = (Version: string, LastModified: string, commit?: string) => ({
  Version,
  LastModified,
  CodeSize: 2_000_000,
  Environment: {
    Variables: { TABLE_NAME: 'Guard', ...(commit ? { GUARD_RELEASE: commit } : {}) } as Record<
      string,
      string
    >,
  },
});

/** A stage with three releases: all functions have three versions, and the newest are in use. */
function makeAccount() {
  const versions: Record<string, ReturnType<typeof version>[]> = {
    health: [
      version('$LATEST', day(20)),
      ...[1, 10, 20].map((it, place) => version(`${place + 1}`, day(it), `commit-${it}`)),
    ],
    authorizer: [1, 10, 20].map((it, place) => version(`${place + 1}`, day(it).replace('12:00', '12:15'))),
  };
  return {
    status: 'UPDATE_COMPLETE',
    aliases: { health: '3', authorizer: '3' } as Record<string, string>,
    weights: {} as Record<string, number>,
    hasAliases: true,
    versions,
    deleted: [] as string[],
    error: undefined as Error | undefined,
  };
}

let account = makeAccount();
const lines: string[] = [];

const resourcesOf = (stack: string) =>
  stack.startsWith('Guard-')
    ? [
        ...['Health', 'Authorizer'].map((LogicalResourceId) => ({
          ResourceType: 'AWS::CloudFormation::Stack',
          LogicalResourceId,
          PhysicalResourceId: LogicalResourceId.toLowerCase(),
        })),
        { ResourceType: 'AWS::DynamoDB::Table', LogicalResourceId: 'Table', PhysicalResourceId: 'Guard' },
      ]
    : [
        {
          ResourceType: 'AWS::Lambda::Version',
          PhysicalResourceId: `arn:aws:lambda:x:1:function:${stack}:3`,
        },
        { ResourceType: 'AWS::Lambda::Function', PhysicalResourceId: stack },
        ...(account.hasAliases
          ? [
              {
                ResourceType: 'AWS::Lambda::Alias',
                PhysicalResourceId: `arn:aws:lambda:x:1:function:${stack}:live`,
              },
            ]
          : []),
      ];

interface Input {
  readonly StackName: string;
  readonly FunctionName: string;
  readonly FunctionVersion: string;
  readonly Qualifier: string;
}

const ANSWERS: Readonly<Record<string, (input: Input) => unknown>> = {
  DescribeStacksCommand: () => ({ Stacks: [{ StackStatus: account.status }] }),
  ListStackResourcesCommand: ({ StackName }) => ({ StackResourceSummaries: resourcesOf(StackName) }),
  GetAliasCommand: ({ FunctionName }) => ({
    FunctionVersion: account.aliases[FunctionName],
    RoutingConfig: { AdditionalVersionWeights: account.weights },
  }),
  ListVersionsByFunctionCommand: ({ FunctionName }) => ({ Versions: account.versions[FunctionName] }),
  UpdateAliasCommand: ({ FunctionName, FunctionVersion }) => {
    account.aliases[FunctionName] = FunctionVersion;
  },
  DeleteFunctionCommand: ({ FunctionName, Qualifier }) =>
    account.deleted.push(`${FunctionName}:${Qualifier}`),
  GetAccountSettingsCommand: () => ({
    AccountLimit: { TotalCodeSize: 80_530_636_800 },
    AccountUsage: { TotalCodeSize: 1_200_000_000 },
  }),
};

async function answer(command: object & { readonly input?: unknown }): Promise<unknown> {
  if (account.error) throw account.error;
  return ANSWERS[command.constructor.name]?.(command.input as Input);
}

beforeEach(() => {
  account = makeAccount();
  lines.length = 0;
  for (const client of [CloudFormationClient, LambdaClient]) {
    vi.spyOn(client.prototype, 'send').mockImplementation(answer as never);
  }
  for (const way of ['log', 'error'] as const) {
    vi.spyOn(console, way).mockImplementation((line: string) => void lines.push(line));
  }
});
afterEach(() => vi.restoreAllMocks());

const run = (...parameters: string[]) =>
  runReleases([...parameters, '--stage', 'prod'], {
    environment: { AWS_ENDPOINT_URL: 'http://localhost' },
    now: new Date('2026-11-28T12:00:00Z'),
    write: (line) => lines.push(line),
    writeError: (line) => lines.push(line),
  });

test('Undo moves the aliases of a stage to the release before, and a second run moves nothing', async () => {
  expect(await run('undo')).toBe(0);
  expect(account.aliases).toEqual({ health: '2', authorizer: '2' });
  expect(lines).toContain('2 functions moved to the release commit-10 (1.0.0) of 2026-11-10T12:00:00.000Z.');
  expect(await run('undo')).toBe(0);
  expect(lines).toContain('0 functions moved to the release commit-10 (1.0.0) of 2026-11-10T12:00:00.000Z.');
});

test('Undo --dry-run says what would move, and moves nothing', async () => {
  expect(await run('undo', '--dry-run')).toBe(0);
  expect(account.aliases).toEqual({ health: '3', authorizer: '3' });
  expect(lines.slice(0, 3)).toEqual([
    'authorizer: version 3 to 2',
    'health: version 3 to 2',
    '2 functions would move to the release commit-10 (1.0.0) of 2026-11-10T12:00:00.000Z.',
  ]);
});

test('Undo --to moves a stage to the release of that commit', async () => {
  expect(await run('undo', '--to', 'commit-1')).toBe(0);
  expect(await run('undo', '--to', 'commit-20')).toBe(0);
  expect(account.aliases).toEqual({ health: '3', authorizer: '3' });
  expect(await run('undo', '--to', 'another')).toBe(1);
  expect(lines.at(-1)).toContain('No such release is kept. There are:\n  commit-1 (1.0.0) of');
});

test('Undo refuses while a deployment of the stage, or a canary, is under way', async () => {
  account.status = 'UPDATE_IN_PROGRESS';
  expect(await run('undo')).toBe(1);
  expect(lines).toEqual(['A deployment of prod is not complete: Guard-prod is UPDATE_IN_PROGRESS.']);
  account.status = 'UPDATE_COMPLETE';
  account.weights = { '4': 0.1 };
  expect(await run('undo')).toBe(1);
  expect(lines.at(-1)).toMatch(/^A deployment shifts the traffic of /);
  expect(account.aliases).toEqual({ health: '3', authorizer: '3' });
});

test('Undo refuses a stage in which releases replace functions in place', async () => {
  account.hasAliases = false;
  expect(await run('undo')).toBe(1);
  expect(lines).toEqual(['The stage prod has no versions: its releases replace the functions in place.']);
});

test('If AWS fails, the command says that it can be repeated', async () => {
  account.error = Object.assign(new Error('Rate exceeded'), { name: 'TooManyRequestsException' });
  expect(await run('undo')).toBe(1);
  expect(lines).toEqual(['TooManyRequestsException: Rate exceeded. Repeat the command.']);
});

test('delete-old-versions deletes what is older than the kept days, but not the last two releases', async () => {
  expect(await run('delete-old-versions', '--keep-days', '0', '--dry-run')).toBe(0);
  expect(account.deleted).toEqual([]);
  expect(await run('delete-old-versions', '--keep-days', '5')).toBe(0);
  expect(account.deleted.sort()).toEqual(['authorizer:1', 'health:1']);
  expect(lines.slice(-2)).toEqual(['2 versions deleted, of 4.0 MB.', 'Lambda stores 1.2 of 80.5 GB.']);
  expect(await run('delete-old-versions')).toBe(0);
  expect(lines.at(-2)).toBe('0 versions deleted, of 0.0 MB.');
});

test('A deployment after no undone release is an ordinary one', async () => {
  expect(await findUndone(undefined)).toBeUndefined();
  expect(await findUndone('prod')).toBeUndefined();
  account.hasAliases = false;
  expect(await findUndone('prod')).toBeUndefined();
});

test('A deployment after an undone release takes over at once, and then moves every function to its newest version', async () => {
  await run('undo');
  const undone = await findUndone('prod');
  expect(undone?.parameters).toEqual(['-c', 'release=all_at_once']);
  await undone?.complete(true);
  expect(account.aliases).toEqual({ health: '3', authorizer: '3' });
});

test('If the deployment after an undone release fails, the command says that the undone release may be back', async () => {
  await run('undo');
  await (await findUndone('prod'))?.complete(false);
  expect(account.aliases).toEqual({ health: '2', authorizer: '2' });
  expect(lines.at(-1)).toBe('The undone release may be back: npm run release -- undo --stage prod');
});

test('A deployment without permission to read the releases warns, and continues', async () => {
  account.error = Object.assign(new Error('no'), { name: 'AccessDeniedException' });
  expect(await findUndone('prod')).toBeUndefined();
  expect(lines).toEqual(['Nobody knows whether the last release was undone: no']);
  account.error = Object.assign(new Error('none'), { name: 'CredentialsProviderError' });
  expect(await findUndone('prod')).toBeUndefined();
  expect(lines).toHaveLength(1);
});

/** Writes releases into the versions of the health check, the oldest first. */
const setReleases = (releases: readonly (readonly [version: string, upgradesFrom: string] | undefined)[]) => {
  for (const [place, release] of releases.entries()) {
    const variables = account.versions['health']?.[place + 1]?.Environment.Variables;
    if (release)
      Object.assign(variables ?? {}, { GUARD_VERSION: release[0], GUARD_UPGRADES_FROM: release[1] });
  }
};

describe('a release that writes what only the one before it reads', () => {
  beforeEach(() => {
    setReleases([undefined, ['1.1.0', '1.0.0'], ['1.2.0', '1.1.0']]);
    Object.assign(account.versions['health']?.[1]?.Environment.Variables ?? {}, { GUARD_RELEASE: 'first' });
  });

  test('Undo returns to the release that reads it, also twice, and never to one that does not', async () => {
    expect([await run('undo'), await run('undo')]).toEqual([0, 0]);
    expect(account.aliases).toEqual({ health: '2', authorizer: '2' });
    expect(await run('undo', '--to', 'first')).toBe(1);
    expect(account.aliases).toEqual({ health: '2', authorizer: '2' });
    expect(lines.at(-1)).toMatch(
      /^Guard 1\.0\.0 would lose what 1\.2\.0 has written\. The stage can go back to 1\.1\.0 or later\. There are:\n {2}first \(1\.0\.0\) of .*\n.*\(1\.1\.0\)/,
    );
  });

  test('Undo returns to a release that does not read it as long as the release that writes it never ran', async () => {
    account.versions['health']?.pop();
    account.aliases['health'] = '2';
    expect(await run('undo', '--to', 'first')).toBe(0);
    expect(account.aliases['health']).toBe('1');
  });
});

describe('the check before a deployment', () => {
  const NEWER = ['9.1.0', '9.0.0'] as const;

  test('A deployment is rejected if the functions that run, not those deployed last, must not share a table with it', async () => {
    setReleases([undefined, NEWER, [THIS_RELEASE.version, THIS_RELEASE.upgradesFrom]]);
    await checkUpgrade('prod');
    account.aliases['health'] = '2';
    await expect(checkUpgrade('prod')).rejects.toThrow(/^prod runs Guard 9\.1\.0, which /);
  });

  test('The release of a stage with functions that are replaced in place is known by their code', async () => {
    account.hasAliases = false;
    Object.assign(account.versions['health']?.[0]?.Environment.Variables ?? {}, {
      GUARD_VERSION: NEWER[0],
      GUARD_UPGRADES_FROM: NEWER[1],
    });
    await expect(checkUpgrade('prod')).rejects.toThrow('Deploy 9.0.0 or later');
  });

  test('A stage that does not exist gets any release, and nothing is asked without a deployment', async () => {
    account.error = Object.assign(new Error('does not exist'), { name: 'ValidationError' });
    await checkUpgrade('prod');
    await checkUpgrade(undefined);
    expect(lines).toEqual([]);
  });

  test('A deployment that cannot read the release of the stage warns, and continues', async () => {
    account.error = Object.assign(new Error('no'), { name: 'AccessDeniedException' });
    await checkUpgrade('prod');
    expect(lines).toEqual(['Nobody knows whether this release may follow the one of prod: no']);
  });
});
