import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';

/**
 * The minimal function with a table: it imports the document client with the default credential chain, as in AWS's
 * examples, and reads one item.
 */
const endpoint = process.env['DYNAMODB_ENDPOINT'];
const client = DynamoDBDocumentClient.from(new DynamoDBClient(endpoint === undefined ? {} : { endpoint }));

export async function handler(): Promise<{ statusCode: number }> {
  const Key = { pk: 'PLATFORM', sk: 'PLATFORM' };
  await client.send(new GetCommand({ TableName: process.env['TABLE_NAME'], Key }));
  return { statusCode: 200 };
}
