import { Aws, RemovalPolicy } from 'aws-cdk-lib';
import type { CfnGlobalTable, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { AnyPrincipal, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { SecretOwner } from '../../shared/lambda/secret-key.ts';
import type { SettingName } from '../../shared/lambda/settings.ts';
import type { StageSettings } from './stage-settings.ts';

/** The key of a stage. It encrypts secrets, and the table if `tableKey` says so: each key costs $1 to $3 a month. */
export function createStageKey(scope: Construct, { stage, retainsData }: StageSettings): Key {
  // The id remains from when the key was only the table's.
  return new Key(scope, 'TableKey', {
    description: `Secrets of Guard, stage ${stage}, and its table if tableKey is own`,
    alias: `guard-${stage}`,
    enableKeyRotation: true,
    // Stored secrets and backups need it.
    removalPolicy: retainsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
  });
}

/** The uses of the key that the readers of a setting are allowed, and of which secrets. */
const USES: Readonly<Partial<Record<SettingName, { action: string; purpose: SecretOwner['purpose'] }>>> = {
  GUARD_WEBHOOK_ENCRYPTION_KEY: { action: 'kms:Encrypt', purpose: 'webhook' },
  GUARD_WEBHOOK_DECRYPTION_KEY: { action: 'kms:Decrypt', purpose: 'webhook' },
  GUARD_TOTP_ENCRYPTION_KEY: { action: 'kms:Encrypt', purpose: 'totp' },
  GUARD_TOTP_DECRYPTION_KEY: { action: 'kms:Decrypt', purpose: 'totp' },
  GUARD_AUDIT_SIGNING_KEY: { action: 'kms:Encrypt', purpose: 'audit_seal' },
  GUARD_IDENTITY_PROVIDER_ENCRYPTION_KEY: { action: 'kms:Encrypt', purpose: 'identity_provider' },
  GUARD_IDENTITY_PROVIDER_DECRYPTION_KEY: { action: 'kms:Decrypt', purpose: 'identity_provider' },
  GUARD_PUSH_ENCRYPTION_KEY: { action: 'kms:Encrypt', purpose: 'push' },
  GUARD_PUSH_DECRYPTION_KEY: { action: 'kms:Decrypt', purpose: 'push' },
};

/** The permissions of a function that reads these settings. */
export function keyStatements(keyArn: string, reads: readonly SettingName[]): PolicyStatement[] {
  return reads.flatMap((setting) => {
    const use = USES[setting];
    if (!use) return [];
    const conditions = { StringEquals: { 'kms:EncryptionContext:purpose': use.purpose } };
    return [new PolicyStatement({ actions: [use.action], resources: [keyArn], conditions })];
  });
}

const TABLE_ACTIONS = ['CreateGrant', 'Decrypt', 'DescribeKey', 'Encrypt', 'GenerateDataKey*', 'ReEncrypt*'];

/** Encrypts a table with a key of the account, which can be audited and disabled. CloudFormation does not replace the table. */
export function encryptTable(table: TableV2, key: Key): void {
  // Whoever may use the table may use its key through DynamoDB, as with AWS's own key (AWS, "DynamoDB encryption at rest:
  // How it works"). So the roles of functions, backups and administrators do not change.
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: [new AnyPrincipal()],
      actions: TABLE_ACTIONS.map((it) => `kms:${it}`),
      resources: ['*'], // in a key's own policy: this key
      conditions: {
        StringEquals: {
          'kms:CallerAccount': Aws.ACCOUNT_ID,
          'kms:ViaService': `dynamodb.${Aws.REGION}.${Aws.URL_SUFFIX}`,
        },
      },
    }),
  );
  // The CDK's `customerManagedKey` needs a stack that names its region.
  const cfnTable = table.node.defaultChild as CfnGlobalTable;
  cfnTable.addPropertyOverride('SSESpecification', { SSEEnabled: true, SSEType: 'KMS' });
  cfnTable.addPropertyOverride('Replicas.0.SSESpecification', { KMSMasterKeyId: key.keyArn });
}
