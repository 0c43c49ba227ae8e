import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceInUseException,
  type StreamSpecification,
  type TableDescription,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import {
  INDEX_NAMES,
  INDEXES,
  KEY_ATTRIBUTES,
  TABLE_KEYS,
  TTL_ATTRIBUTE,
} from '../../shared/table/definition.ts';
import { LocalServerError } from './local-server-error.ts';

const WAIT_SECONDS = 30;

const STREAM: StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' };

export interface TableOptions {
  /** Whether the table has a stream, from which functions receive changes. A stream that exists already always stays. */
  readonly hasStream?: boolean;
}

/**
 * Creates the table, unless it exists. Throws if an existing table lacks an index, because another version of Guard has
 * created it and some lists would fail.
 */
export async function ensureTable(
  client: DynamoDBClient,
  tableName: string,
  { hasStream = false }: TableOptions = {},
): Promise<'created' | 'exists'> {
  try {
    const stream = hasStream ? { StreamSpecification: STREAM } : {};
    await client.send(new CreateTableCommand({ ...tableParameters(tableName), ...stream }));
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
    const table = await describeTable(client, tableName);
    checkIndexes(table);
    if (hasStream) await addStream(client, table);
    return 'exists';
  }
  await waitUntilTableExists({ client, maxWaitTime: WAIT_SECONDS, minDelay: 1 }, { TableName: tableName });
  await enableExpiry(client, tableName);
  return 'created';
}

/** The parameters of CreateTable. The CDK deploys a table by the same definition. */
function tableParameters(tableName: string): CreateTableCommandInput {
  const { partitionKey, sortKey } = TABLE_KEYS;
  return {
    TableName: tableName,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keySchema(partitionKey, sortKey),
    AttributeDefinitions: KEY_ATTRIBUTES.map((name) => ({ AttributeName: name, AttributeType: 'S' })),
    GlobalSecondaryIndexes: INDEXES.map((index) => ({
      IndexName: index.name,
      KeySchema: keySchema(index.partitionKey, index.sortKey),
      Projection:
        index.projected.length > 0
          ? { ProjectionType: 'INCLUDE', NonKeyAttributes: [...index.projected] }
          : { ProjectionType: 'KEYS_ONLY' },
    })),
  };
}

function keySchema(partitionKey: string, sortKey: string): CreateTableCommandInput['KeySchema'] {
  return [
    { AttributeName: partitionKey, KeyType: 'HASH' },
    { AttributeName: sortKey, KeyType: 'RANGE' },
  ];
}

async function describeTable(client: DynamoDBClient, tableName: string): Promise<TableDescription> {
  const { Table = {} } = await client.send(new DescribeTableCommand({ TableName: tableName }));
  return Table;
}

function checkIndexes({ TableName, GlobalSecondaryIndexes }: TableDescription): void {
  const existing = new Set(GlobalSecondaryIndexes?.map((index) => index.IndexName));
  const missing = INDEX_NAMES.filter((name) => !existing.has(name));
  if (missing.length > 0) {
    throw new LocalServerError(
      `Another version created the table ${TableName}: it has no index ${missing.join(', ')}. Remove its data and start again.`,
    );
  }
}

/** Adds a stream to a table of an earlier start, which may lack one. */
async function addStream(
  client: DynamoDBClient,
  { TableName, StreamSpecification: existing }: TableDescription,
): Promise<void> {
  if (existing?.StreamEnabled) return;
  await client.send(new UpdateTableCommand({ TableName, StreamSpecification: STREAM }));
}

/**
 * Turns on the deletion of expired items, if the engine supports it. Not every engine deletes them, so code always checks the
 * expiry itself.
 */
async function enableExpiry(client: DynamoDBClient, tableName: string): Promise<void> {
  const TimeToLiveSpecification = { AttributeName: TTL_ATTRIBUTE, Enabled: true };
  await client
    .send(new UpdateTimeToLiveCommand({ TableName: tableName, TimeToLiveSpecification }))
    .catch(() => {});
}
