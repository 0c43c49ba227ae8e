import { Match } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { deployedTopics } from './deployed-topics.ts';
import { BACKUP_COPY, FULL, ON_RESTORED_TABLE, PROD } from './stages-with-options.ts';
import { synthesize } from './synthesis.ts';

const { template, resources, properties } = synthesize(FULL);

const idOf = (type: string) => [...resources(type, z.unknown()).keys()][0] ?? `no ${type}`;
const arnOf = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });

test('The backup plan keeps the daily backup and its copy for 35 days', () => {
  template.hasResourceProperties('AWS::Backup::BackupPlan', {
    BackupPlan: {
      BackupPlanRule: [
        {
          RuleName: 'daily',
          ScheduleExpression: 'cron(0 3 * * ? *)',
          TargetBackupVault: { 'Fn::GetAtt': [idOf('AWS::Backup::BackupVault'), 'BackupVaultName'] },
          Lifecycle: { DeleteAfterDays: 35 },
          CopyActions: [
            {
              DestinationBackupVaultArn: BACKUP_COPY.backupCopyVaultArn,
              Lifecycle: { DeleteAfterDays: 35 },
            },
          ],
        },
      ],
    },
  });
  template.hasResourceProperties('AWS::Backup::BackupSelection', {
    BackupSelection: { Resources: [arnOf(idOf('AWS::DynamoDB::GlobalTable'))] },
  });
});

test('Backups of the table have a separate KMS key, which no other AWS account may use except the one that stores copies', () => {
  const [keyId = 'no key'] = [...resources('AWS::KMS::Key', z.unknown()).keys()].filter((it) =>
    it.startsWith('BackupKey'),
  );
  template.hasResourceProperties('AWS::Backup::BackupVault', { EncryptionKeyArn: arnOf(keyId) });
  const schema = z.object({
    EnableKeyRotation: z.literal(true),
    KeyPolicy: z.object({
      Statement: z.array(z.object({ Action: z.unknown(), Principal: z.object({ AWS: z.unknown() }) })),
    }),
  });
  const key = properties('AWS::KMS::Key', schema).get(keyId);
  const principals = key?.KeyPolicy.Statement.map(({ Principal }) => JSON.stringify(Principal.AWS)) ?? [];
  const foreign = principals.filter((it) => !it.includes('AWS::AccountId'));
  expect(principals.length).toBeGreaterThan(foreign.length);
  for (const principal of foreign) expect(principal).toContain('210987654321:root');
  expect(foreign.length).toBeGreaterThan(0);
});

test('The backup vault protects backups from deletion, and the vault and its key remain when the stack is deleted', () => {
  template.hasResourceProperties('AWS::Backup::BackupVault', {
    AccessPolicy: {
      Statement: [
        Match.objectLike({
          Effect: 'Deny',
          Action: ['backup:DeleteRecoveryPoint', 'backup:UpdateRecoveryPointLifecycle'],
        }),
      ],
    },
  });
  for (const type of ['AWS::Backup::BackupVault', 'AWS::KMS::Key']) {
    template.hasResource(type, { DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' });
  }
});

test('A stage without backupCopyVaultArn has no backup vault', () => {
  synthesize(PROD).template.resourceCountIs('AWS::Backup::BackupVault', 0);
});

test('If a stage uses a restored table, its backup plan backs up this table', () => {
  const restored = synthesize(ON_RESTORED_TABLE);
  const [selection] = Object.values(restored.template.findResources('AWS::Backup::BackupSelection'));
  expect(JSON.stringify(selection)).toContain(':table/guard-prod-20261121-1015');
  expect(JSON.stringify(selection)).not.toContain(idOf('AWS::DynamoDB::GlobalTable'));
});

const ruleSchema = z.object({
  EventPattern: z.object({ 'detail-type': z.array(z.string()), detail: z.unknown() }),
  Targets: z.array(z.object({ Arn: z.object({ Ref: z.string() }) })).default([]),
});

const backupRules = [...properties('AWS::Events::Rule', z.looseObject({}))]
  .filter(([id]) => id.startsWith('Backup'))
  .map(([, rule]) => ruleSchema.parse(rule));
const table = arnOf(idOf('AWS::DynamoDB::GlobalTable'));

test('A backup of the table or a copy that fails, is aborted or never begins opens a ticket', () => {
  expect(backupRules.filter(({ Targets }) => Targets.length > 0)).toEqual([
    {
      EventPattern: {
        'detail-type': ['Backup Job State Change', 'Copy Job State Change'],
        detail: { state: ['FAILED', 'ABORTED', 'EXPIRED'], resourceArn: [table] },
      },
      Targets: [{ Arn: { Ref: deployedTopics(synthesize(FULL)).get('ticket') } }],
    },
  ]);
  const policies = JSON.stringify(template.findResources('AWS::SNS::TopicPolicy'));
  expect(policies).toContain('events.amazonaws.com');
});

test('The rule that the alarm on missing backups counts matches completed copies of the table', () => {
  const patterns = backupRules.map(({ EventPattern }) => EventPattern);
  expect(patterns).toContainEqual({
    'detail-type': ['Copy Job State Change'],
    detail: { state: ['COMPLETED'], resourceArn: [table] },
  });
});
