import { Aws, RemovalPolicy } from 'aws-cdk-lib';
import type { CfnGlobalTable, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { AnyPrincipal, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { SecretOwner } from '../../shared/lambda/secret-key.ts';
import type { SettingName } from '../../shared/lambda/settings.ts';
import type { StageSettings } from './stage-settings.ts';

/**
 * Creates the key of a stage. It encrypts secrets and, if the setting `tableKey` says so, the table. One key serves for both,
 * because each key costs $1 to $3 a month.
 */
export function createStageKey(scope: Construct, { stage, retainsData }: StageSettings): Key {
  // The id is from the time when only the table used the key.
  return new Key(scope, 'TableKey', {
    description: `Secrets of Guard, stage ${stage}, and its table if tableKey is own`,
    alias: `guard-${stage}`,
    enableKeyRotation: true,
    // The key is retained with the data, because stored secrets and backups need it.
    removalPolicy: retainsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
  });
}

/** For each setting that names the key: what a function that reads it may do with the key, and for which kind of secret. */
const USES: Readonly<Partial<Record<SettingName, { action: string; purpose: SecretOwner['purpose'] }>>> = {
  GUARD_WEBHOOK_ENCRYPTION_KEY: { action: 'kms:Encrypt', purpose: 'webhook' },
  GUARD_WEBHOOK_DECRYPTION_KEY: { action: 'kms:Decrypt', purpose: 'webhook' },
  GUARD_TOTP_ENCRYPTION_KEY: { action: 'kms:Encrypt', purpose: 'totp' },
  GUARD_TOTP_DECRYPTION_KEY: { action: 'kms:Decrypt', purpose: 'totp' },
  GUARD_AUDIT_SIGNING_KEY: { action: 'kms:Encrypt', purpose: 'audit_seal' },
  GUARD_IDENTITY_PROVIDER_ENCRYPTION_KEY: { action: 'kms:Encrypt', purpose: 'identity_provider' },
  GUARD_IDENTITY_PROVIDER_DECRYPTION_KEY: { action: 'kms:Decrypt', purpose: 'identity_provider' },
  GUARD_PANEL_ENCRYPTION_KEY: { action: 'kms:Encrypt', purpose: 'panel' },
  GUARD_PANEL_DECRYPTION_KEY: { action: 'kms:Decrypt', purpose: 'panel' },
  GUARD_PUSH_ENCRYPTION_KEY: { action: 'kms:Encrypt', purpose: 'push' },
  GUARD_PUSH_DECRYPTION_KEY: { action: 'kms:Decrypt', purpose: 'push' },
};

/** Makes the permissions that a function needs to use the key, by the settings that it reads. */
export function keyStatements(keyArn: string, reads: readonly SettingName[]): PolicyStatement[] {
  return reads.flatMap((setting) => {
    const use = USES[setting];
    if (!use) return [];
    const conditions = { StringEquals: { 'kms:EncryptionContext:purpose': use.purpose } };
    return [new PolicyStatement({ actions: [use.action], resources: [keyArn], conditions })];
  });
}

const TABLE_ACTIONS = ['CreateGrant', 'Decrypt', 'DescribeKey', 'Encrypt', 'GenerateDataKey*', 'ReEncrypt*'];

/**
 * Encrypts a table with a key of the account, which the account can audit and disable. CloudFormation does not replace the
 * table for this.
 */
export function encryptTable(table: TableV2, key: Key): void {
  // Whoever may use the table may use its key through DynamoDB, as with a key of AWS (AWS, "DynamoDB encryption at rest: How
  // it works"). So the roles of functions, backups and administrators need no change.
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: [new AnyPrincipal()],
      actions: TABLE_ACTIONS.map((it) => `kms:${it}`),
      resources: ['*'], // in a key's own policy, this means the key itself
      conditions: {
        StringEquals: {
          'kms:CallerAccount': Aws.ACCOUNT_ID,
          'kms:ViaService': `dynamodb.${Aws.REGION}.${Aws.URL_SUFFIX}`,
        },
      },
    }),
  );
  // Set on the resource, because the CDK's `customerManagedKey` needs a stack that names its region.
  const cfnTable = table.node.defaultChild as CfnGlobalTable;
  cfnTable.addPropertyOverride('SSESpecification', { SSEEnabled: true, SSEType: 'KMS' });
  cfnTable.addPropertyOverride('Replicas.0.SSESpecification', { KMSMasterKeyId: key.keyArn });
}
