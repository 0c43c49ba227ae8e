import { RemovalPolicy } from 'aws-cdk-lib';
import {
  type Attribute,
  AttributeType,
  Billing,
  type GlobalSecondaryIndexPropsV2,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { INDEXES, type IndexDefinition, TABLE_KEYS, TTL_ATTRIBUTE } from '../../shared/table/definition.ts';
import type { StageSettings } from './stage-settings.ts';

/** A table, whoever made it. */
export type NamedTable = Pick<TableV2, 'tableName' | 'tableArn'> & {
  readonly tableStreamArn?: string | undefined;
};

export interface GuardTableProps {
  readonly settings: StageSettings;
  /** Whether functions get its changes. */
  readonly hasStream: boolean;
}

/**
 * The single table, paid per request, with continuous backups for 35 days (AWS, "Point-in-time backups for
 * DynamoDB"). It is encrypted with the key that DynamoDB owns: one of KMS's would add a charge for its use.
 */
export class GuardTable extends Construct {
  /** The one that the stage works on: the stack's own, or the one that a backup was restored to. */
  readonly table: NamedTable;

  constructor(scope: Construct, id: string, { settings, hasStream }: GuardTableProps) {
    super(scope, id);
    const ownTable = new TableV2(this, 'Table', {
      partitionKey: stringAttribute(TABLE_KEYS.partitionKey),
      sortKey: stringAttribute(TABLE_KEYS.sortKey),
      globalSecondaryIndexes: INDEXES.map(indexOf),
      timeToLiveAttribute: TTL_ATTRIBUTE,
      billing: Billing.onDemand(),
      encryption: TableEncryptionV2.dynamoOwnedKey(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      ...(hasStream ? { dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES } : {}),
      deletionProtection: settings.retainsData,
      // Not RETAIN_ON_UPDATE_OR_DELETE as for logs: where a stack could not be created, CloudFormation would try to
      // delete a table that is protected, and fail again.
      removalPolicy: settings.retainsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    // The stack's own table stays in the template all the same, and so as it is: it holds what the backup does not.
    const { restoredTableName: tableName, restoredTableStreamArn: tableStreamArn } = settings;
    this.table =
      tableName === undefined
        ? ownTable
        : TableV2.fromTableAttributes(this, 'RestoredTable', {
            tableName,
            ...(tableStreamArn === undefined ? {} : { tableStreamArn }),
          });
  }
}

function indexOf({ name, partitionKey, sortKey, projected }: IndexDefinition): GlobalSecondaryIndexPropsV2 {
  return {
    indexName: name,
    partitionKey: stringAttribute(partitionKey),
    sortKey: stringAttribute(sortKey),
    ...(projected.length > 0
      ? { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...projected] }
      : { projectionType: ProjectionType.KEYS_ONLY }),
  };
}

function stringAttribute(name: string): Attribute {
  return { name, type: AttributeType.STRING };
}
