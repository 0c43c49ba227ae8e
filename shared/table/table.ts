import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Settings } from '../settings.ts';

/** The table that repositories read and write: a client and the table's name. */
export interface Table {
  readonly client: DynamoDBDocumentClient;
  readonly name: string;
}

export function connectTable(settings: Pick<Settings, 'tableName' | 'dynamodbEndpoint'>): Table {
  const client = new DynamoDBClient({
    ...(settings.dynamodbEndpoint ? { endpoint: settings.dynamodbEndpoint } : {}),
    // A function answers within 29 s at API Gateway; a stuck connection must fail long before, and be retried.
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, httpsAgent: { maxSockets: 128 } },
    maxAttempts: 3,
  });
  return {
    client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    name: settings.tableName,
  };
}
