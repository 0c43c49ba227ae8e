import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { AUTHORIZER } from '../../functions/internal-functions.ts';
import { routes } from '../../functions/routes.ts';
import { type StageContext, synthesize } from './synthesis.ts';

const CANARY: StageContext = { stage: 'prod', release: 'canary' };
const ALIAS = 'AWS::Lambda::Alias';
const DEPLOYMENT_GROUP = 'AWS::CodeDeploy::DeploymentGroup';

const reference = z.object({ Ref: z.string() }).transform(({ Ref }) => Ref);
const aliasSchema = z.object({
  Properties: z.object({
    Name: z.string(),
    FunctionName: reference,
    FunctionVersion: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Version')]) }),
  }),
  UpdatePolicy: z.object({
    CodeDeployLambdaAliasUpdate: z.object({ ApplicationName: reference, DeploymentGroupName: reference }),
  }),
});

const { template, properties } = synthesize(CANARY);
const idsOf = (type: string) => Object.keys(template.findResources(type)).sort();
const aliases = Object.entries(template.findResources(ALIAS)).map(
  ([id, it]) => [id, aliasSchema.parse(it)] as const,
);

/** The functions that new versions are published of, by the logical ids of these versions. */
function versionsOf(context: StageContext, codeOf?: (functionName: string) => string): Map<string, string> {
  const versions = synthesize(context, codeOf).properties(
    'AWS::Lambda::Version',
    z.object({ FunctionName: reference }),
  );
  return new Map([...versions].map(([id, { FunctionName }]) => [id, FunctionName]));
}

describe('a canary release', () => {
  test('is what API Gateway calls: an alias of every function that it invokes, never a function itself', () => {
    expect(aliases).toHaveLength(routes.length + 1); // the authorizer
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

  test('moves each alias to the newest version by a deployment group of its own', () => {
    const versions = properties('AWS::Lambda::Version', z.object({ FunctionName: reference }));
    for (const [, { Properties }] of aliases) {
      const versionId = Properties.FunctionVersion['Fn::GetAtt'][0];
      expect(versions.get(versionId)?.FunctionName).toBe(Properties.FunctionName);
    }
    const groups = aliases.map(([, it]) => it.UpdatePolicy.CodeDeployLambdaAliasUpdate.DeploymentGroupName);
    expect(groups.sort()).toEqual(idsOf(DEPLOYMENT_GROUP));
  });

  test('begins with a tenth of the calls for five minutes and is taken back on the alarm', () => {
    const [alarmId] = Object.keys(
      template.findResources('AWS::CloudWatch::Alarm', {
        Properties: { AlarmName: 'guard-prod-api-server-errors-release' },
      }),
    );
    template.allResourcesProperties(DEPLOYMENT_GROUP, {
      DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
      AlarmConfiguration: { Enabled: true, Alarms: [{ Name: { Ref: alarmId } }] },
      AutoRollbackConfiguration: {
        Enabled: true,
        Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM'],
      },
    });
  });

  test('has an alarm on the server errors of the API, which does not depend on the API', () => {
    template.hasResourceProperties('AWS::ApiGateway::RestApi', { Name: 'guard-prod' });
    template.hasResourceProperties('AWS::ApiGateway::Stage', { StageName: 'prod' });
    template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      AlarmName: 'guard-prod-api-server-errors-release',
      Namespace: 'AWS/ApiGateway',
      MetricName: '5XXError',
      Dimensions: [
        { Name: 'ApiName', Value: 'guard-prod' },
        { Name: 'Stage', Value: 'prod' },
      ],
      Period: 60,
      TreatMissingData: 'notBreaching',
    });
  });
});

describe('a function gets a new version', () => {
  const before = versionsOf(CANARY);
  const released = (after: Map<string, string>) =>
    [...after].filter(([id]) => !before.has(id)).map(([, functionId]) => functionId);

  test('not if nothing of it changed', () => {
    expect(versionsOf(CANARY)).toEqual(before);
  });

  test('if its code changed, and no other does', () => {
    const changed = versionsOf(CANARY, (name) => (name === AUTHORIZER.name ? 'changed' : name));
    const authorizerId = aliases.find(([id]) => id.startsWith(AUTHORIZER.name))?.[1].Properties.FunctionName;
    expect(released(changed)).toEqual([authorizerId]);
  });

  test('if its settings changed', () => {
    const changed = versionsOf({ ...CANARY, tokenExpirationMinutes: '60' });
    expect(released(changed)).toHaveLength(before.size);
  });
});

test('a release all at once needs neither versions nor CodeDeploy', () => {
  const { template: atOnce } = synthesize({ stage: 'prod', release: 'all_at_once' });
  for (const type of ['AWS::Lambda::Version', ALIAS, DEPLOYMENT_GROUP, 'AWS::CodeDeploy::Application']) {
    atOnce.resourceCountIs(type, 0);
  }
});
