import { RemovalPolicy } from 'aws-cdk-lib';
import {
  type Attribute,
  AttributeType,
  Billing,
  type GlobalSecondaryIndexPropsV2,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  type TablePropsV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { INDEXES, type IndexDefinition, TABLE_KEYS, TTL_ATTRIBUTE } from '../../shared/table/definition.ts';
import { createStageKey, encryptTable } from './stage-key.ts';
import type { StageSettings } from './stage-settings.ts';

/** A table that this stack creates, or a restored one. */
export type NamedTable = Pick<TableV2, 'tableName' | 'tableArn'> & {
  readonly tableStreamArn?: string | undefined;
};

export interface GuardTableProps {
  readonly settings: StageSettings;
  /** Whether functions receive its changes. */
  readonly hasStream: boolean;
}

/**
 * The on-demand table, with continuous backups for 35 days (AWS, "Point-in-time backups for DynamoDB"). It is encrypted with
 * DynamoDB's key, which is free, or as `tableKey` says.
 */
export class GuardTable extends Construct {
  /** The table that the functions use: the one of this stack, or a restored one. */
  readonly table: NamedTable;
  readonly keyArn: string;

  constructor(scope: Construct, id: string, { settings, hasStream }: GuardTableProps) {
    super(scope, id);
    // Each index gets the same throughput, because a write to the table fails if one of its indexes cannot take it.
    const warm = warmThroughputOf(settings);
    const ownTable = new TableV2(this, 'Table', {
      partitionKey: stringAttribute(TABLE_KEYS.partitionKey),
      sortKey: stringAttribute(TABLE_KEYS.sortKey),
      globalSecondaryIndexes: INDEXES.map((it) => ({ ...indexOf(it), ...warm })),
      ...warm,
      timeToLiveAttribute: TTL_ATTRIBUTE,
      billing: Billing.onDemand(),
      encryption: TableEncryptionV2.dynamoOwnedKey(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      ...(hasStream ? { dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES } : {}),
      deletionProtection: settings.retainsData,
      // The policy of logs, RETAIN_ON_UPDATE_OR_DELETE, would not do: after a failed creation, CloudFormation would try to
      // delete the protected table, and fail again.
      removalPolicy: settings.retainsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    const key = createStageKey(this, settings);
    this.keyArn = key.keyArn;
    if (settings.tableKey === 'own') encryptTable(ownTable, key);
    // The table of the stack stays in the template even if a restored one is used, because it contains data that the backup
    // lacks.
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

function warmThroughputOf({
  warmReadUnits: readUnitsPerSecond,
  warmWriteUnits: writeUnitsPerSecond,
}: StageSettings): Pick<TablePropsV2, 'warmThroughput'> {
  if ((readUnitsPerSecond ?? writeUnitsPerSecond) === undefined) return {};
  return {
    warmThroughput: {
      ...(readUnitsPerSecond === undefined ? {} : { readUnitsPerSecond }),
      ...(writeUnitsPerSecond === undefined ? {} : { writeUnitsPerSecond }),
    },
  };
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
