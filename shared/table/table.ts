import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Settings } from '../settings.ts';

/** The table that repositories read and write: a client and the table's name. */
export interface Table {
  readonly client: DynamoDBDocumentClient;
  readonly name: string;
}

export interface CallLimits {
  readonly connectionTimeoutMilliseconds: number;
  readonly requestTimeoutMilliseconds: number;
  readonly attempts: number;
}

/**
 * DynamoDB answers within milliseconds, so what takes seconds hangs and is better repeated. A call that fails for good
 * has failed after 6 s, long before its function is ended and API Gateway gives up (15 s and 29 s).
 */
export const CALL_LIMITS: CallLimits = {
  connectionTimeoutMilliseconds: 1_000,
  requestTimeoutMilliseconds: 2_000,
  attempts: 3,
};

export function connectTable(
  settings: Pick<Settings, 'tableName' | 'dynamodbEndpoint'>,
  limits: CallLimits = CALL_LIMITS,
): Table {
  const client = new DynamoDBClient({
    ...(settings.dynamodbEndpoint ? { endpoint: settings.dynamodbEndpoint } : {}),
    requestHandler: {
      connectionTimeout: limits.connectionTimeoutMilliseconds,
      requestTimeout: limits.requestTimeoutMilliseconds,
      throwOnRequestTimeout: true, // it would only warn
      httpsAgent: { maxSockets: 128 },
    },
    maxAttempts: limits.attempts,
  });
  return {
    client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    name: settings.tableName,
  };
}
