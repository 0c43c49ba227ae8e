import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { isScalar, parse, parseDocument, visit } from 'yaml';
import * as z from 'zod';
import deployPolicy from '../../../../docs/deploy-policy.json' with { type: 'json' };
import manifest from '../../../../package.json' with { type: 'json' };
import { NIGHTLY_SUITES, SUITES } from '../../../suites.ts';

const FOLDER = new URL('../../../../.github/workflows/', import.meta.url);

const permissionsSchema = z.record(z.string(), z.enum(['read', 'write']));
const jobSchema = z.object({
  if: z.string().optional(),
  needs: z.string().optional(),
  environment: z.string().optional(),
  permissions: permissionsSchema.optional(),
  concurrency: z.object({ group: z.string(), 'cancel-in-progress': z.boolean() }).optional(),
  uses: z.string().optional(),
  'timeout-minutes': z.unknown().optional(),
  strategy: z.object({ matrix: z.record(z.string(), z.array(z.string())) }).optional(),
  steps: z.array(z.object({ uses: z.string().optional(), run: z.string().optional() })).default([]),
});
const workflowSchema = z.object({
  on: z.record(z.string(), z.unknown()),
  permissions: permissionsSchema,
  jobs: z.record(z.string(), jobSchema),
});

const statements = z.array(
  z.object({
    Action: z.union([z.string(), z.array(z.string())]),
    Resource: z.union([z.string(), z.array(z.string())]).optional(),
    Condition: z.record(z.string(), z.record(z.string(), z.string())).optional(),
  }),
);
const policySchema = z.object({ Statement: statements });
const roleSchema = z.object({
  Properties: z.object({
    AssumeRolePolicyDocument: policySchema,
    Policies: z.array(z.object({ PolicyDocument: policySchema })),
  }),
});
const templateSchema = z.object({ Resources: z.object({ DeployRole: roleSchema, DiffRole: roleSchema }) });

const files = await readdir(FOLDER);
const documents = await Promise.all(
  files.map(async (file) => [file, parseDocument(await readFile(new URL(file, FOLDER), 'utf8'))] as const),
);
const workflows = documents.map(([file, document]) => [file, workflowSchema.parse(document.toJS())] as const);
const jobs = workflows.flatMap(([file, { jobs }]) =>
  Object.entries(jobs).map(([name, job]) => ({ name: `${file}: ${name}`, ...job })),
);
const deployment = workflows.find(([file]) => file === 'deploy.yml')?.[1].jobs ?? {};

/** Each action that a workflow uses, with the comment beside it. */
function usedActions(): { action: string; version: string }[] {
  const found: { action: string; version: string }[] = [];
  for (const [, document] of documents) {
    visit(document, {
      Pair(_, { key, value }) {
        if (!isScalar(key) || key.value !== 'uses' || !isScalar(value)) return;
        found.push({ action: String(value.value), version: value.comment?.trim() ?? '' });
      },
    });
  }
  return found;
}

describe('the workflows of GitHub', () => {
  test('Every npm script that a workflow runs exists', () => {
    const commands = jobs.flatMap(({ steps }) => steps.map(({ run }) => run ?? ''));
    const scripts = commands.flatMap((it) =>
      Array.from(it.matchAll(/npm run (?:--silent )?([\w:-]+)/g), ([, name]) => name),
    );
    expect(scripts).toEqual(expect.arrayContaining(['preflight', 'deploy', 'diff', 'sbom']));
    expect(scripts.filter((name) => name === undefined || !Object.hasOwn(manifest.scripts, name))).toEqual(
      [],
    );
  });

  test.each([
    ['change', SUITES],
    ['night', NIGHTLY_SUITES],
  ])('CI has a job for each suite of a %s, so that none is forgotten', (name, suites) => {
    const ci = workflows.find(([file]) => file === 'ci.yml')?.[1].jobs ?? {};
    expect(ci[name]?.strategy?.matrix['suite']).toEqual(Object.keys(suites));
  });

  test('A workflow uses an action by its commit, with the version beside it, so that a moved tag changes nothing', () => {
    const foreign = usedActions().filter(({ action }) => !action.startsWith('./'));
    expect(foreign.length).toBeGreaterThan(0);
    for (const { action, version } of foreign) {
      expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
      expect(version, action).toMatch(/^v\d+\.\d+\.\d+$/);
    }
  });

  test('A workflow writes only what it names: tokens for AWS and the release', () => {
    const written = jobs.flatMap(({ name, permissions = {} }) =>
      Object.entries(permissions)
        .filter(([, access]) => access === 'write')
        .map(([what]) => `${name} ${what}`),
    );
    expect(written.sort()).toEqual([
      'deploy.yml: deploy id-token',
      'deploy.yml: diff id-token',
      'deploy.yml: release contents',
    ]);
    for (const [, { permissions }] of workflows) expect(Object.values(permissions)).not.toContain('write');
  });

  test('No workflow runs the code of a pull request with the rights of the repository', () => {
    const triggers = workflows.flatMap(([, { on }]) => Object.keys(on));
    expect(triggers.filter((it) => /pull_request_target|workflow_run|issue_comment/.test(it))).toEqual([]);
  });
});

describe('the continuous deployment', () => {
  test('A tag is deployed after CI, in the environment prod, and never beside another deployment', () => {
    expect(deployment['ci']).toMatchObject({ uses: './.github/workflows/ci.yml' });
    expect(deployment['deploy']).toMatchObject({
      needs: 'ci',
      environment: 'prod',
      concurrency: { group: 'deploy-prod', 'cancel-in-progress': false },
    });
    const commands = deployment['deploy']?.steps.flatMap(({ run }) => run ?? []);
    expect(commands).toEqual([
      'npm ci',
      'npm run preflight -- --stage prod',
      'npm run deploy -- --stage prod --require-approval never',
    ]);
  });

  test('A repository without roles of AWS skips what needs them, and pull requests of forks never get one', () => {
    expect(deployment['deploy']?.if).toContain("vars.AWS_DEPLOY_ROLE_ARN != ''");
    expect(deployment['diff']?.if).toContain("vars.AWS_DIFF_ROLE_ARN != ''");
    expect(deployment['diff']?.if).toContain(
      'github.event.pull_request.head.repo.full_name == github.repository',
    );
  });
});

describe('the roles of the continuous deployment', async () => {
  const text = await readFile(new URL('../../../../docs/github-oidc.yaml', import.meta.url), 'utf8');
  // Functions of CloudFormation are read as their argument: `!Sub x` is `x`.
  const { Resources } = templateSchema.parse(parse(text, { logLevel: 'error' }));
  const trustOf = (role: 'DeployRole' | 'DiffRole') =>
    Resources[role].Properties.AssumeRolePolicyDocument.Statement;
  const statementsOf = (role: 'DeployRole' | 'DiffRole') =>
    Resources[role].Properties.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);

  test.each([
    ['DeployRole', ':environment:$'],
    ['DiffRole', ':pull_request'],
  ] as const)('Only tokens of one repository, for AWS and for its task, may assume %s', (role, task) => {
    const [statement, ...others] = trustOf(role);
    expect(others).toEqual([]);
    expect(statement?.Action).toBe('sts:AssumeRoleWithWebIdentity');
    const { StringEquals = {} } = statement?.Condition ?? {};
    expect(StringEquals).toEqual({
      'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
      'token.actions.githubusercontent.com:sub': expect.stringContaining(`repo:$\{Repository}${task}`),
    });
  });

  test('Only a token of a tag v* may assume the role that deploys', () => {
    expect(trustOf('DeployRole')[0]?.Condition?.StringLike).toEqual({
      'token.actions.githubusercontent.com:ref': 'refs/tags/v*',
    });
  });

  test('The role that compares reads templates, and assumes no other role', () => {
    const actions = statementsOf('DiffRole').flatMap(({ Action }) => Action);
    for (const action of actions) expect(action).toMatch(/^cloudformation:(Get|Describe|List)/);
  });

  test('The role that deploys assumes the roles of the CDK and reads what preflight does; itself it only moves aliases after an undone release', () => {
    const [assumes, preflight, ofOneResource, undone, ...others] = statementsOf('DeployRole');
    expect(assumes?.Action).toBe('sts:AssumeRole');
    for (const resource of [assumes?.Resource].flat()) expect(resource).toContain(':role/cdk-hnb659fds-');
    const inPolicy = deployPolicy.Statement.filter(({ Sid }) => Sid.startsWith('Preflight'));
    expect([preflight, ofOneResource].map((it) => it?.Action)).toEqual(inPolicy.map(({ Action }) => Action));
    const changing = [undone?.Action].flat().filter((it) => !/:(Get|List)/.test(it ?? ''));
    expect(changing).toEqual(['lambda:UpdateAlias']);
    expect(others).toEqual([]);
  });

  test.each([
    ['the policy', policySchema.parse(deployPolicy).Statement],
    ['the role that deploys', statementsOf('DeployRole')],
  ])(
    'Of parameters and settings of API Gateway, %s reads only the two that preflight needs: others may be secrets',
    (_, all) => {
      const resources = all
        .filter(({ Action }) => [Action].flat().some((it) => /^(ssm|apigateway):/.test(it)))
        .flatMap(({ Resource = [] }) => Resource);
      expect(resources).toEqual([
        expect.stringMatching(/^arn:.*:apigateway:\*::\/account$/),
        expect.stringMatching(/^arn:.*:parameter\/cdk-bootstrap\/hnb659fds\/version$/),
      ]);
    },
  );
});
