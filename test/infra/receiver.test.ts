import { readFileSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import { Match } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import { triggers } from '../../functions/triggers.ts';
import { addGuardStack } from '../../lib/cdk/guard-app.ts';
import { readStageSettings } from '../../lib/cdk/stage-settings.ts';
import { RECEIVER } from '../../lib/receiver/declared-use.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { DEV, FULL, PANEL_HOST, PANELS, PROD } from './stages-with-options.ts';
import { attributeOwner, makeFolder, synthesize, WITHOUT_REPORTS } from './synthesis.ts';

// Mail has tests of its own.
const full = synthesize({ ...FULL, mailReceiver: 'off' });
const { template } = full;
/** The logical ids of the table and of the stage's key. */
const [TABLE, KEY] = ['DataTableFDBAD0F2', 'DataTableKeyC26AB094'];

test('A stage without the setting panels has no server, no network and no address', () => {
  for (const stage of [DEV, PROD]) {
    const { template: without, nestedTexts } = synthesize(stage);
    const types = Object.values(without.toJSON().Resources as Record<string, { Type: string }>).map(
      ({ Type }) => Type,
    );
    expect(types.filter((it) => /::(EC2|ECS|ElasticLoadBalancingV2)::/.test(it))).toEqual([]);
    expect([...nestedTexts.keys()]).not.toContain('Receiver');
    expect(without.findOutputs('PanelAddresses')).toEqual({});
  }
});

test('Panels connect over TCP and UDP at a fixed address in each of two zones, and a receiver sees the address of the panel', () => {
  template.hasResourceProperties('AWS::ElasticLoadBalancingV2::LoadBalancer', {
    Type: 'network',
    Scheme: 'internet-facing',
    SubnetMappings: ['PanelAddress1', 'PanelAddress2'].map((id) =>
      Match.objectLike({ AllocationId: { 'Fn::GetAtt': [id, 'AllocationId'] } }),
    ),
    LoadBalancerAttributes: Match.arrayWith([{ Key: 'load_balancing.cross_zone.enabled', Value: 'true' }]),
  });
  template.hasResourceProperties('AWS::ElasticLoadBalancingV2::Listener', {
    Port: 3061,
    Protocol: 'TCP_UDP',
  });
  template.hasResourceProperties('AWS::ElasticLoadBalancingV2::TargetGroup', {
    Port: 3061,
    Protocol: 'TCP_UDP',
    TargetType: 'ip',
    HealthCheckProtocol: 'HTTP',
    HealthCheckPort: '3062',
    TargetGroupAttributes: Match.arrayWith([
      { Key: 'preserve_client_ip.enabled', Value: 'true' },
      { Key: 'deregistration_delay.connection_termination.enabled', Value: 'true' },
    ]),
  });
  template.hasOutput('PanelAddresses', {
    Value: {
      'Fn::Join': [' ', ['PanelAddress1', 'PanelAddress2'].map((id) => ({ 'Fn::GetAtt': [id, 'PublicIp'] }))],
    },
  });
});

test.each([
  ['keeps', { ...PROD, ...PANELS }, 'RetainExceptOnCreate'],
  ['deletes', { ...DEV, ...PANELS }, 'Delete'],
] as const)(
  'A stage that %s its data does the same to the addresses that people write into panels',
  (...it) => {
    const [, stage, DeletionPolicy] = it;
    const { rootText, template: own } = synthesize(stage);
    const addresses = own.findResources('AWS::EC2::EIP');
    expect(Object.keys(addresses)).toEqual(['PanelAddress1', 'PanelAddress2']);
    for (const address of Object.values(addresses)) expect(address).toMatchObject({ DeletionPolicy });
    for (const id of Object.keys(addresses)) expect(rootText).toContain(`"${id}":{"Type":"AWS::EC2::EIP"`);
  },
);

test.each([
  ['the two fixed addresses', { ...DEV, ...PANELS }, ['PanelAddress1', 'PanelAddress2']],
  ['the name of panelHost, if there is one', FULL, PANEL_HOST.panelHost],
  ['the name of a receiver of your own', { ...DEV, ...PANEL_HOST }, PANEL_HOST.panelHost],
  ['none without a receiver', DEV, undefined],
] as const)('The functions that make and show panels say where they connect: %s', (...it) => {
  const [, stage, hosts] = it;
  const { template: own } = synthesize(stage);
  const functions = Object.entries(own.findResources('AWS::Lambda::Function')).filter(([id]) =>
    /(?:set|get)panel/.test(id),
  );
  const values = functions.map(([, { Properties }]) => Properties.Environment.Variables.GUARD_PANEL_RECEIVER);
  const value =
    typeof hosts === 'object'
      ? {
          'Fn::Join': [
            '',
            hosts.flatMap((id, place) => [
              { 'Fn::GetAtt': [id, 'PublicIp'] },
              place === hosts.length - 1 ? ' 3061' : ' ',
            ]),
          ],
        }
      : hosts
        ? `${hosts} 3061`
        : 'none';
  expect(values).toEqual([value, value]);
  const off = JSON.stringify(own.findOutputs('SwitchedOff'));
  expect(off.includes('the receiver of alarm panels')).toBe(hosts === undefined);
});

const ruleSchema = z.object({
  GroupId: attributeOwner,
  IpProtocol: z.string(),
  FromPort: z.number(),
  SourceSecurityGroupId: attributeOwner,
});
const groupSchema = z.object({
  SecurityGroupIngress: z
    .array(z.object({ CidrIp: z.string(), IpProtocol: z.string(), FromPort: z.number() }))
    .default([]),
});

test('Everybody reaches the port of panels at the load balancer, and only the load balancer reaches the tasks', () => {
  const groups = [...full.properties('AWS::EC2::SecurityGroup', groupSchema)];
  const front = groups.filter(([, it]) => it.SecurityGroupIngress.length > 0);
  expect(front.map(([, it]) => it.SecurityGroupIngress)).toEqual([
    [
      { CidrIp: '0.0.0.0/0', IpProtocol: 'tcp', FromPort: 3061 },
      { CidrIp: '0.0.0.0/0', IpProtocol: 'udp', FromPort: 3061 },
    ],
  ]);
  const [frontId] = front.map(([id]) => id);
  const rules = [...full.properties('AWS::EC2::SecurityGroupIngress', ruleSchema).values()];
  expect(rules.map((it) => `${it.IpProtocol} ${it.FromPort}`).sort()).toEqual([
    'tcp 3061',
    'tcp 3062',
    'udp 3061',
  ]);
  for (const rule of rules) {
    expect(rule.SourceSecurityGroupId).toBe(frontId);
    expect(rule.GroupId).not.toBe(frontId);
  }
});

const taskSchema = z.object({
  Cpu: z.string(),
  Memory: z.string(),
  RuntimePlatform: z.unknown(),
  TaskRoleArn: attributeOwner,
  ContainerDefinitions: z.tuple([
    z.looseObject({
      Environment: z.array(z.object({ Name: z.string(), Value: z.unknown() })),
      PortMappings: z.array(z.object({ ContainerPort: z.number(), Protocol: z.string() })),
    }),
  ]),
});
const [task] = full.properties('AWS::ECS::TaskDefinition', taskSchema).values();

test('A receiver is a small task on ARM without root, capabilities or a file system to write to, with time to end', () => {
  expect(task).toMatchObject({
    Cpu: '256',
    Memory: '512',
    RuntimePlatform: { CpuArchitecture: 'ARM64' },
  });
  const [container] = task?.ContainerDefinitions ?? [];
  expect(container).toMatchObject({
    User: 'node',
    ReadonlyRootFilesystem: true,
    StopTimeout: 60,
    LinuxParameters: { Capabilities: { Drop: ['ALL'] }, InitProcessEnabled: true },
  });
  // ECS refuses to map a port of a task twice (AWS, "PortMapping").
  expect(container?.PortMappings.map((it) => it.ContainerPort)).toEqual([3061, 3062]);
});

test('A receiver gets exactly the settings that it declares', () => {
  const [container] = task?.ContainerDefinitions ?? [];
  expect(container?.Environment.map(({ Name }) => Name).sort()).toEqual(
    ['POWERTOOLS_LOG_LEVEL', ...RECEIVER.settings].sort(),
  );
});

test('The role of a receiver may do with the table what it declares, and decrypt the keys of panels, and nothing else', () => {
  const role = template.findResources('AWS::IAM::Role')[task?.TaskRoleArn ?? ''];
  const statements = role?.['Properties'].Policies.flatMap(
    (it: { PolicyDocument: { Statement: unknown[] } }) => it.PolicyDocument.Statement,
  );
  expect(statements).toEqual([
    {
      Effect: 'Allow',
      Action: RECEIVER.table.actions.map((it) => `dynamodb:${it}`),
      Resource: { 'Fn::GetAtt': [TABLE, 'Arn'] },
    },
    {
      Effect: 'Allow',
      Action: 'dynamodb:Query',
      Resource: { 'Fn::Join': ['', [{ 'Fn::GetAtt': [TABLE, 'Arn'] }, '/index/timer']] },
    },
    {
      Effect: 'Allow',
      Action: 'kms:Decrypt',
      Resource: { 'Fn::GetAtt': [KEY, 'Arn'] },
      Condition: { StringEquals: { 'kms:EncryptionContext:purpose': 'panel' } },
    },
  ]);
  expect(JSON.stringify(template.findResources('AWS::IAM::Policy'))).not.toContain(task?.TaskRoleArn);
});

test('At least two tasks run, a deployment starts one at a time, and one that does not become well is taken back', () => {
  template.hasResourceProperties('AWS::ECS::Service', {
    DeploymentConfiguration: {
      MinimumHealthyPercent: 100,
      MaximumPercent: 150,
      DeploymentCircuitBreaker: { Enable: true, Rollback: true },
    },
    NetworkConfiguration: { AwsvpcConfiguration: Match.objectLike({ AssignPublicIp: 'ENABLED' }) },
  });
  template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', {
    MinCapacity: 2,
    MaxCapacity: 10,
  });
});

test('The image of the receiver has the version of Node with which Guard is tested, no root, and nothing runs while it is built', () => {
  const lines = readFileSync('lib/receiver/Dockerfile', 'utf8').split('\n');
  expect(lines).toContain(`FROM public.ecr.aws/docker/library/node:${packageJson.devDependencies.node}-slim`);
  expect(lines).toContain('USER node');
  expect(lines.filter((line) => line.startsWith('RUN'))).toEqual([]);
});

test('Creating the stack fails if the stage receives panels and the code of the receiver is missing', () => {
  const settings = readStageSettings((name) => ({ ...PANELS })[name]);
  const folder = makeFolder();
  const code = new Map([...routes, ...triggers].map(({ name }) => [name, folder]));
  expect(() => addGuardStack(new App(WITHOUT_REPORTS), settings, code)).toThrow(
    'There is no code of the receiver.',
  );
});
