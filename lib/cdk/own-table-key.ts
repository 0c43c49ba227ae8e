import { Aws, RemovalPolicy } from 'aws-cdk-lib';
import type { CfnGlobalTable, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { AnyPrincipal, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { StageSettings } from './stage-settings.ts';

const ACTIONS = ['CreateGrant', 'Decrypt', 'DescribeKey', 'Encrypt', 'GenerateDataKey*', 'ReEncrypt*'];

/** Encrypts a table with a key of the account, which can be audited and disabled. CloudFormation does not replace the table. */
export function encryptWithOwnKey(scope: Construct, table: TableV2, { retainsData }: StageSettings): void {
  const key = new Key(scope, 'TableKey', {
    description: 'The table',
    enableKeyRotation: true,
    // Backups need it, also after the setting has changed back.
    removalPolicy: retainsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
  // As for AWS's own key: whoever may use the table may use its key through DynamoDB (AWS, "DynamoDB encryption at rest: How it
  // works"). So the roles of functions, backups and administrators do not change.
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: [new AnyPrincipal()],
      actions: ACTIONS.map((it) => `kms:${it}`),
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
