import { expect, test } from 'vitest';
import * as z from 'zod';
import { FULL, PROD } from './stages-with-options.ts';
import { type Synthesis, synthesizeWhole } from './synthesis.ts';

const KEY = 'DataTableKeyC26AB094';
const [prod, full] = [synthesizeWhole(PROD), synthesizeWhole(FULL)];

const keyOf = ({ template }: Synthesis) => template.findResources('AWS::KMS::Key')[KEY] ?? {};

test('A stage that keeps its data has a KMS key that rotates and remains when the stack is deleted', () => {
  for (const synthesis of [prod, full]) {
    expect(keyOf(synthesis)).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: { EnableKeyRotation: true },
    });
    synthesis.template.hasResourceProperties('AWS::KMS::Alias', {
      AliasName: 'alias/guard-prod',
      TargetKeyId: { 'Fn::GetAtt': [KEY, 'Arn'] },
    });
  }
});

test('With tableKey=own, everyone in the AWS account may use the stage’s KMS key, but only through DynamoDB', () => {
  expect(keyOf(full)['Properties'].KeyPolicy.Statement.at(-1)).toMatchObject({
    Principal: { AWS: '*' },
    Action: expect.arrayContaining(['kms:CreateGrant', 'kms:Decrypt', 'kms:GenerateDataKey*']),
    Condition: {
      StringEquals: {
        'kms:CallerAccount': { Ref: 'AWS::AccountId' },
        'kms:ViaService': {
          'Fn::Join': ['', ['dynamodb.', { Ref: 'AWS::Region' }, '.', { Ref: 'AWS::URLSuffix' }]],
        },
      },
    },
  });
  full.template.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
    SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
    Replicas: [{ SSESpecification: { KMSMasterKeyId: { 'Fn::GetAtt': [KEY, 'Arn'] } } }],
  });
});

const roleSchema = z.object({
  Policies: z
    .array(z.object({ PolicyDocument: z.object({ Statement: z.array(z.record(z.string(), z.unknown())) }) }))
    .default([]),
});

test('The role of each function may encrypt or decrypt exactly the kinds of secrets that the function uses', () => {
  const uses = [...prod.properties('AWS::IAM::Role', roleSchema)].flatMap(([id, { Policies }]) =>
    Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .filter(({ Action }) => JSON.stringify(Action).includes('kms:'))
      .map((statement) => [id.replace(/Role.*/, ''), statement] as const),
  );
  const may = (Action: string, purpose = 'webhook') => ({
    Effect: 'Allow',
    Action,
    Resource: { 'Fn::GetAtt': [KEY, 'Arn'] },
    Condition: { StringEquals: { 'kms:EncryptionContext:purpose': purpose } },
  });
  expect(Object.fromEntries(uses)).toEqual({
    createwebhook: may('kms:Encrypt'),
    rotatewebhooksecret: may('kms:Encrypt'),
    deliverwebhook: may('kms:Decrypt'),
    testwebhook: may('kms:Decrypt'),
    begintotp: may('kms:Encrypt', 'totp'),
    confirmtotp: may('kms:Decrypt', 'totp'),
    disabletotp: may('kms:Decrypt', 'totp'),
    login: may('kms:Decrypt', 'totp'),
    startsso: may('kms:Decrypt', 'identity_provider'),
    returnfromsso: may('kms:Decrypt', 'identity_provider'),
    testidentityprovider: may('kms:Decrypt', 'identity_provider'),
    createidentityprovider: may('kms:Encrypt', 'identity_provider'),
    setpanel: may('kms:Encrypt', 'panel'),
    updateidentityprovider: may('kms:Encrypt', 'identity_provider'),
    sealaudit: may('kms:Encrypt', 'audit_seal'),
    listchannels: may('kms:Encrypt', 'push'),
    testchannel: may('kms:Decrypt', 'push'),
    notifypeople: may('kms:Decrypt', 'push'),
  });
  expect(uses).toHaveLength(18);
});

test('Only the function that seals the audit log may use auditBucket, and only to add copies', () => {
  const copying = (stage: Synthesis) =>
    [...stage.properties('AWS::IAM::Role', roleSchema)].flatMap(([id, { Policies }]) =>
      Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
        .filter(({ Resource }) => JSON.stringify(Resource).includes('example-audit-copies'))
        .map((statement) => [id.replace(/Role.*/, ''), statement]),
    );
  const arn = ['arn:', { Ref: 'AWS::Partition' }, ':s3:::example-audit-copies/audit/*'];
  expect(copying(full)).toEqual([
    ['sealaudit', { Effect: 'Allow', Action: 's3:PutObject', Resource: { 'Fn::Join': ['', arn] } }],
  ]);
  expect(copying(prod)).toEqual([]);
});

const functionSchema = z.object({
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }).optional(),
});

test.each([
  ['by default', prod],
  ['with every option', full],
])('Functions encrypt and decrypt webhook secrets with the KMS key of the stage: %s', (_, stage) => {
  const variables = [...stage.properties('AWS::Lambda::Function', functionSchema).values()].map(
    ({ Environment }) => Environment?.Variables ?? {},
  );
  const values = (name: string) => variables.flatMap((it) => it[name] ?? []);
  const arn = { 'Fn::GetAtt': [KEY, 'Arn'] };
  expect(values('GUARD_WEBHOOK_ENCRYPTION_KEY')).toEqual([arn, arn]);
  expect(values('GUARD_WEBHOOK_DECRYPTION_KEY')).toEqual([arn, arn]);
});
