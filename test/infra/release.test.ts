import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { listAlertsRoute } from '../../functions/alerts/read.ts';
import { BARE } from './stages-with-options.ts';
import { FEW_ROUTES, type StageContext, synthesize } from './synthesis.ts';

const CANARY: StageContext = { stage: 'prod', release: 'canary' };
const ALIAS = 'AWS::Lambda::Alias';
const DEPLOYMENT_GROUP = 'AWS::CodeDeploy::DeploymentGroup';
const RELEASE_ALARM = 'guard-prod-release-server-errors';

const reference = z.object({ Ref: z.string() }).transform(({ Ref }) => Ref);
const groupSchema = z.object({
  AlarmConfiguration: z.object({ Alarms: z.array(z.object({ Name: reference })) }),
});
const aliasSchema = z.object({
  DependsOn: z.array(z.string()),
  Properties: z.object({
    Name: z.string(),
    FunctionName: reference,
    FunctionVersion: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Version')]) }),
  }),
  UpdatePolicy: z.object({
    CodeDeployLambdaAliasUpdate: z.object({
      ApplicationName: reference,
      DeploymentGroupName: reference,
      AfterAllowTrafficHook: reference.optional(),
    }),
  }),
});
const templateSchema = z.looseObject({
  Resources: z.record(z.string(), z.looseObject({ Type: z.string() })),
});

const { template, properties } = synthesize(CANARY);
const idsOf = (type: string) => Object.keys(template.findResources(type)).sort();
const aliases = Object.entries(template.findResources(ALIAS)).flatMap(([id, it]) =>
  it['UpdatePolicy'] === undefined ? [] : [[id, aliasSchema.parse(it)] as const],
);

const deploymentGroups = properties(DEPLOYMENT_GROUP, groupSchema);

describe('a canary release', () => {
  test('With canary releases, API Gateway invokes only the aliases of functions', () => {
    expect(aliases).toHaveLength(FEW_ROUTES.length + 1); // the authorizer
    const called = JSON.stringify([
      ...properties('AWS::ApiGateway::Method', z.unknown()).values(),
      ...properties('AWS::ApiGateway::Authorizer', z.unknown()).values(),
    ]);
    for (const [id, { Properties }] of aliases) {
      expect(Properties.Name).toBe('live');
      expect(called).toContain(`"${id}"`);
    }
    for (const id of idsOf('AWS::Lambda::Function')) expect(called).not.toContain(`"${id}"`);
  });

  test('Each alias has its own CodeDeploy deployment group and moves to the newest version of its function', () => {
    const versions = properties('AWS::Lambda::Version', z.object({ FunctionName: reference }));
    for (const [, { Properties }] of aliases) {
      const versionId = Properties.FunctionVersion['Fn::GetAtt'][0];
      expect(versions.get(versionId)?.FunctionName).toBe(Properties.FunctionName);
    }
    const groups = aliases.map(([, it]) => it.UpdatePolicy.CodeDeployLambdaAliasUpdate.DeploymentGroupName);
    expect(groups.sort()).toEqual(idsOf(DEPLOYMENT_GROUP));
  });

  test('A canary release gets a tenth of the traffic for five minutes, and is rolled back if an alarm fires', () => {
    const groups = properties(DEPLOYMENT_GROUP, z.unknown());
    expect(groups.size).toBe(aliases.length);
    template.allResourcesProperties(DEPLOYMENT_GROUP, {
      DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
      AlarmConfiguration: { Enabled: true },
      AutoRollbackConfiguration: {
        Enabled: true,
        Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM'],
      },
    });
  });

  test('In a canary release, each deployment group watches the release alarms of its function version and of the whole API', () => {
    const alarms = new Map(
      Object.entries(template.findResources('AWS::CloudWatch::Alarm')).map(([id, { Properties }]) => [
        id,
        Properties,
      ]),
    );
    for (const [, { Properties, UpdatePolicy }] of aliases) {
      const groupId = UpdatePolicy.CodeDeployLambdaAliasUpdate.DeploymentGroupName;
      const names = deploymentGroups.get(groupId)?.AlarmConfiguration.Alarms.map(({ Name }) => Name) ?? [];
      expect(names).toHaveLength(2);
      const [own, api] = names.map((id) => alarms.get(id));
      expect(api?.AlarmName).toBe(RELEASE_ALARM);
      expect(own?.AlarmName).toMatch(/^guard-prod-release-errors-/);
      const watched = JSON.stringify(own?.Dimensions);
      expect(watched).toContain(JSON.stringify(Properties.FunctionVersion));
      expect(watched).toContain(JSON.stringify({ Ref: Properties.FunctionName }));
    }
  });

  test('In a canary release, the smoke test runs once, after all traffic goes to the new health check', () => {
    const [testId] = idsOf('AWS::Lambda::Function').filter((id) => id.startsWith('smoketest'));
    const tested = aliases.flatMap(([, it]) => {
      const { AfterAllowTrafficHook: hook } = it.UpdatePolicy.CodeDeployLambdaAliasUpdate;
      return hook === undefined ? [] : [[it.Properties.FunctionName, hook]];
    });
    expect(tested).toEqual([[expect.stringMatching(/^gethealthFunction/), testId]]);
  });

  test('The smoke test’s function may only report to CodeDeploy and query the indexes, and only CodeDeploy may invoke the function', () => {
    const statementsOf = (id: string) =>
      template
        .findResources('AWS::IAM::Role')
        [id]?.['Properties'].Policies.flatMap(
          ({ PolicyDocument }: { PolicyDocument: { Statement: unknown[] } }) => PolicyDocument.Statement,
        );
    const [testId = ''] = idsOf('AWS::Lambda::Function').filter((id) => id.startsWith('smoketest'));
    const [roleId = ''] = idsOf('AWS::IAM::Role').filter((id) => id.startsWith('smoketest'));
    const statements = statementsOf(roleId).filter(
      ({ Action }: { Action: string | string[] }) => !/^(logs|xray):/.test(String(Action)),
    );
    const isOfTable = ({ Action }: { Action: string }) => Action === 'dynamodb:Query';
    const queried = JSON.stringify(statements.filter(isOfTable)).matchAll(/\/index\/(\w+)/g);
    expect(Array.from(queried, ([, name]) => name).sort()).toEqual([...listAlertsRoute.table.indexes].sort());
    const reports = statements.filter((it: { Action: string }) => !isOfTable(it));
    expect(reports).toEqual([
      {
        Effect: 'Allow',
        Action: 'codedeploy:PutLifecycleEventHookExecutionStatus',
        Resource: expect.objectContaining({ 'Fn::Join': expect.anything() }),
      },
    ]);
    expect(JSON.stringify(reports)).toContain(':deploymentgroup:guard-prod/*"');
    const [codeDeployId = ''] = idsOf('AWS::IAM::Role').filter((id) => id.startsWith('ReleaseRole'));
    expect(statementsOf(codeDeployId)).toEqual([
      {
        Effect: 'Allow',
        Action: 'lambda:InvokeFunction',
        Resource: { 'Fn::GetAtt': [testId, 'Arn'] },
      },
    ]);
    template.resourceCountIs('AWS::IAM::Policy', 0);
  });

  test('Each function’s alias is created after its CodeDeploy deployment group', () => {
    for (const [, { DependsOn, UpdatePolicy }] of aliases) {
      expect(DependsOn).toContain(UpdatePolicy.CodeDeployLambdaAliasUpdate.DeploymentGroupName);
    }
  });
});

test('Only CodeDeploy may assume CodeDeploy’s role, and only for deployment groups of this application in this account', () => {
  const roles = properties('AWS::IAM::Role', z.object({ AssumeRolePolicyDocument: z.any() }));
  const [trust, ...others] = [...roles.values()]
    .flatMap(({ AssumeRolePolicyDocument }) => AssumeRolePolicyDocument.Statement)
    .filter(({ Principal }) => Principal.Service === 'codedeploy.amazonaws.com');
  expect(others).toEqual([]);
  expect(trust.Condition.StringEquals).toEqual({ 'aws:SourceAccount': { Ref: 'AWS::AccountId' } });
  template.hasResourceProperties('AWS::CodeDeploy::Application', { ApplicationName: 'guard-prod' });
  const arn = JSON.stringify(trust.Condition.ArnLike['aws:SourceArn']);
  expect(arn).toContain(':deploymentgroup:guard-prod/*"');
});

describe('a release all at once', () => {
  const { template: atOnce } = synthesize({ ...CANARY, release: 'all_at_once' });

  test('A stage that releases all at once differs from a stage with canary releases only in the update policies of its aliases', () => {
    const withoutPolicies = (it: typeof template) => {
      const { Resources, ...rest } = templateSchema.parse(it.toJSON());
      const others = Object.entries(Resources).map(([id, { UpdatePolicy: _, ...resource }]) => [
        id,
        resource,
      ]);
      return { ...rest, Resources: Object.fromEntries(others) };
    };
    expect(withoutPolicies(atOnce)).toEqual(withoutPolicies(template));
  });

  test('An all-at-once release moves each alias without CodeDeploy, so neither an alarm nor an alias that was moved by hand stops it', () => {
    const policies = Object.values(atOnce.findResources(ALIAS)).map((it) => it['UpdatePolicy']);
    expect(policies.length).toBeGreaterThan(FEW_ROUTES.length);
    expect(policies.filter((it) => it !== undefined)).toEqual([]);
  });
});

test('Every function but the smoke test has an alias, so an undone release includes the timers, queues and streams', () => {
  expect(idsOf(ALIAS)).toHaveLength(idsOf('AWS::Lambda::Function').length - 1);
});

test('The versions of earlier releases are kept when a release replaces them, but not those of a release that is rolled back', () => {
  const versions = Object.values(template.findResources('AWS::Lambda::Version'));
  expect(versions).toHaveLength(idsOf(ALIAS).length);
  for (const it of versions) expect(it['DeletionPolicy']).toBe('RetainExceptOnCreate');
});

test('A stage with releases in place has no function versions, no CodeDeploy resources and no release alarms', () => {
  const { template: inPlace } = synthesize(BARE);
  for (const type of ['AWS::Lambda::Version', ALIAS, DEPLOYMENT_GROUP, 'AWS::CodeDeploy::Application']) {
    inPlace.resourceCountIs(type, 0);
  }
  expect(JSON.stringify(inPlace.findResources('AWS::CloudWatch::Alarm'))).not.toContain('-release-');
});
