import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import {
  INDEX_NAMES,
  INDEX_SORT_KEY,
  PROJECTED_ATTRIBUTES,
  TABLE_KEYS,
  TTL_ATTRIBUTE,
} from '../../shared/table/definition.ts';
import { LocalServerError } from './local-server-error.ts';

const WAIT_SECONDS = 30;

/**
 * Creates the table of the definition unless it is there. A table that lacks an index of the definition was made
 * by another version of Guard, and is refused rather than left to fail in some list.
 */
export async function ensureTable(client: DynamoDBClient, tableName: string): Promise<'created' | 'exists'> {
  try {
    await client.send(new CreateTableCommand(tableParameters(tableName)));
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
    await checkIndexes(client, tableName);
    return 'exists';
  }
  await waitUntilTableExists({ client, maxWaitTime: WAIT_SECONDS, minDelay: 1 }, { TableName: tableName });
  await enableExpiry(client, tableName);
  return 'created';
}

/** The table as CreateTable takes it; CDK deploys the same definition. */
function tableParameters(tableName: string): CreateTableCommandInput {
  const { partitionKey, sortKey } = TABLE_KEYS;
  return {
    TableName: tableName,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keySchema(partitionKey, sortKey),
    AttributeDefinitions: [partitionKey, sortKey, INDEX_SORT_KEY, ...INDEX_NAMES].map((name) => ({
      AttributeName: name,
      AttributeType: 'S',
    })),
    GlobalSecondaryIndexes: INDEX_NAMES.map((name) => ({
      IndexName: name,
      KeySchema: keySchema(name, INDEX_SORT_KEY),
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: [...PROJECTED_ATTRIBUTES] },
    })),
  };
}

function keySchema(partitionKey: string, sortKey: string): CreateTableCommandInput['KeySchema'] {
  return [
    { AttributeName: partitionKey, KeyType: 'HASH' },
    { AttributeName: sortKey, KeyType: 'RANGE' },
  ];
}

async function checkIndexes(client: DynamoDBClient, tableName: string): Promise<void> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
  const existing = new Set(Table?.GlobalSecondaryIndexes?.map((index) => index.IndexName));
  const missing = INDEX_NAMES.filter((name) => !existing.has(name));
  if (missing.length > 0) {
    throw new LocalServerError(
      `The table ${tableName} is of another version: it has no index ${missing.join(', ')}. Remove its data and start again.`,
    );
  }
}

/** Not every engine knows how to expire items, and none has to: expiry is always checked in code. */
async function enableExpiry(client: DynamoDBClient, tableName: string): Promise<void> {
  const TimeToLiveSpecification = { AttributeName: TTL_ATTRIBUTE, Enabled: true };
  await client
    .send(new UpdateTimeToLiveCommand({ TableName: tableName, TimeToLiveSpecification }))
    .catch(() => {});
}
