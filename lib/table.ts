import { RemovalPolicy } from 'aws-cdk-lib';
import {
  type Attribute,
  AttributeType,
  Billing,
  type GlobalSecondaryIndexPropsV2,
  ProjectionType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import {
  INDEX_NAMES,
  INDEX_SORT_KEY,
  PROJECTED_ATTRIBUTES,
  TABLE_KEYS,
  TTL_ATTRIBUTE,
} from '../shared/table/definition.ts';
import type { StageSettings } from './stage-settings.ts';

/**
 * The single table, paid per request, with continuous backups for 35 days (AWS, "Point-in-time backups for
 * DynamoDB"). It is encrypted with the key that DynamoDB owns: one of KMS's would add a charge for its use.
 */
export class GuardTable extends Construct {
  readonly table: TableV2;

  constructor(scope: Construct, id: string, { settings }: { readonly settings: StageSettings }) {
    super(scope, id);
    this.table = new TableV2(this, 'Table', {
      partitionKey: stringAttribute(TABLE_KEYS.partitionKey),
      sortKey: stringAttribute(TABLE_KEYS.sortKey),
      globalSecondaryIndexes: INDEX_NAMES.map(indexOf),
      timeToLiveAttribute: TTL_ATTRIBUTE,
      billing: Billing.onDemand(),
      encryption: TableEncryptionV2.dynamoOwnedKey(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: settings.retainsData,
      removalPolicy: settings.retainsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
  }
}

function indexOf(indexName: (typeof INDEX_NAMES)[number]): GlobalSecondaryIndexPropsV2 {
  return {
    indexName,
    partitionKey: stringAttribute(indexName),
    sortKey: stringAttribute(INDEX_SORT_KEY),
    projectionType: ProjectionType.INCLUDE,
    nonKeyAttributes: [...PROJECTED_ATTRIBUTES],
  };
}

function stringAttribute(name: string): Attribute {
  return { name, type: AttributeType.STRING };
}
