import { Arn, ArnFormat, Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets';
import {
  AccountPrincipal,
  ManagedPolicy,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { StageSettings } from './stage-settings.ts';
import type { NamedTable } from './table.ts';

/** Backups are kept for as long as the table's own continuous backups. */
const KEPT = Duration.days(35);
/** The hour of the backup in UTC. AWS Backup begins within an hour. */
const HOUR_OF_DAY = '3';
const POLICY = 'service-role/AWSBackupServiceRolePolicyForBackup';

/** AWS, "Monitoring AWS Backup events using Amazon EventBridge" */
const BACKUP = 'Backup Job State Change';
const COPY = 'Copy Job State Change';
/** `EXPIRED` is a job that could not begin within its window. */
const FAILURES = ['FAILED', 'ABORTED', 'EXPIRED'];

interface TableBackupProps {
  readonly table: NamedTable;
  readonly copyVaultArn: string;
}

/**
 * Backs up the stage's current table daily into a vault of the stage, with a copy in another vault, best in another account
 * and region. Both are kept for 35 days. A copy in another account needs a vault whose key that account may use, so it must
 * not be a key of AWS. docs/runbook.md says what the other account and the organization must allow.
 */
export class TableBackup extends Construct {
  /** Matches each completed copy of the table. It has no target: the alarm `backup-missing` counts its matches. */
  readonly copied: Rule;
  readonly #table: NamedTable;

  constructor(scope: Construct, id: string, { table, copyVaultArn }: TableBackupProps) {
    super(scope, id);
    this.#table = table;
    const removalPolicy = RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;
    const key = new Key(this, 'Key', {
      description: 'Backups of the table',
      enableKeyRotation: true,
      removalPolicy,
    });
    const copyAccount = Arn.split(copyVaultArn, ArnFormat.COLON_RESOURCE_NAME).account ?? '';
    for (const statement of sharing(copyAccount)) key.addToResourcePolicy(statement);
    const vault = new BackupVault(this, 'Vault', {
      encryptionKey: key,
      removalPolicy,
      // The vault protects against mistakes. The other account protects against an attacker in this account.
      blockRecoveryPointDeletion: true,
    });
    const copyVault = BackupVault.fromBackupVaultArn(this, 'CopyVault', copyVaultArn);
    const plan = new BackupPlan(this, 'Plan', { backupVault: vault });
    plan.addRule(
      new BackupPlanRule({
        ruleName: 'daily',
        scheduleExpression: Schedule.cron({ hour: HOUR_OF_DAY, minute: '0' }),
        startWindow: Duration.hours(1),
        deleteAfter: KEPT,
        copyActions: [{ destinationBackupVault: copyVault, deleteAfter: KEPT }],
      }),
    );
    plan.addSelection('Table', {
      resources: [BackupResource.fromArn(table.tableArn)],
      role: this.createRole(),
      disableDefaultBackupPolicy: true,
    });
    this.copied = this.ruleOf('Copied', 'A copy of the table is complete', [COPY], ['COMPLETED']);
  }

  /**
   * Opens a ticket when a backup or a copy fails. A vault's own notifications report no failed backup any more: they deprecate
   * `BACKUP_JOB_FAILED`, and `BACKUP_JOB_COMPLETED` reports each success, too (AWS, "PutBackupVaultNotifications").
   */
  reportFailures(topic: Topic): void {
    const failed = this.ruleOf(
      'Failed',
      'A backup of the table, or its copy, failed',
      [BACKUP, COPY],
      FAILURES,
    );
    failed.addTarget(
      new SnsTopic(topic, {
        message: RuleTargetInput.fromText(
          'A backup of the table, or its copy, failed. Runbook: docs/runbook.md#backup-missing',
        ),
      }),
    );
  }

  private ruleOf(id: string, description: string, detailType: string[], state: string[]): Rule {
    return new Rule(this, id, {
      description,
      eventPattern: {
        source: ['aws.backup'],
        detailType,
        detail: { state, resourceArn: [this.#table.tableArn] },
      },
    });
  }

  private createRole(): Role {
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName(POLICY)],
    });
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${POLICY}]`,
      reason: 'AWS maintains this policy for AWS Backup, and adds the permissions for new kinds of backups.',
    });
    return role;
  }
}

/**
 * Makes the statements by which the other account may use the key: AWS Backup decrypts the copy there, to encrypt it with the
 * other vault's key (AWS, "Creating backup copies across AWS accounts").
 */
function sharing(account: string): PolicyStatement[] {
  const principals = [new AccountPrincipal(account)];
  const resources = ['*']; // in a key's own policy, this means the key itself
  return [
    new PolicyStatement({
      principals,
      resources,
      actions: ['kms:DescribeKey', 'kms:Encrypt', 'kms:Decrypt', 'kms:ReEncrypt*', 'kms:GenerateDataKey*'],
    }),
    new PolicyStatement({
      principals,
      resources,
      actions: ['kms:CreateGrant', 'kms:ListGrants', 'kms:RevokeGrant'],
      conditions: { Bool: { 'kms:GrantIsForAWSResource': 'true' } },
    }),
  ];
}

/** Backs up the table if the stage has `backupCopyVaultArn`. */
export function createBackup(
  scope: Construct,
  { backupCopyVaultArn }: StageSettings,
  table: NamedTable,
): TableBackup | undefined {
  if (backupCopyVaultArn === undefined) return undefined;
  return new TableBackup(scope, 'Backup', { table, copyVaultArn: backupCopyVaultArn });
}
