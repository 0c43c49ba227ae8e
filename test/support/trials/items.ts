import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { TABLE_KEYS } from '../../../shared/table/definition.ts';
import { TRIAL_PARTITION } from './trials.ts';

const client = DynamoDBDocumentClient.from(
  new DynamoDBClient({ endpoint: String(process.env['DYNAMODB_ENDPOINT']) }),
);
const TableName = String(process.env['TABLE_NAME']);
const keyOf = (sortKey: string) => ({
  [TABLE_KEYS.partitionKey]: TRIAL_PARTITION,
  [TABLE_KEYS.sortKey]: sortKey,
});

export const putItem = (sortKey: string) => client.send(new PutCommand({ TableName, Item: keyOf(sortKey) }));

export const deleteItem = (sortKey: string) =>
  client.send(new DeleteCommand({ TableName, Key: keyOf(sortKey) }));

/** Reads what follows a prefix in the sort keys that begin with it. */
export async function itemsWith(prefix: string): Promise<string[]> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: '#partition = :partition AND begins_with(#sort, :prefix)',
      ExpressionAttributeNames: { '#partition': TABLE_KEYS.partitionKey, '#sort': TABLE_KEYS.sortKey },
      ExpressionAttributeValues: { ':partition': TRIAL_PARTITION, ':prefix': prefix },
      ConsistentRead: true,
    }),
  );
  return Items.map((item) => String(item[TABLE_KEYS.sortKey]).slice(prefix.length));
}
