import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { CALL_LIMITS } from '../../../shared/table/table.ts';

/**
 * The floor's own client, with the time limits of Guard's: what Guard puts around its client costs only Guard.
 */
export const TABLE_NAME = readVariable('TABLE_NAME');

export const table = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    endpoint: readVariable('DYNAMODB_ENDPOINT'),
    requestHandler: {
      connectionTimeout: CALL_LIMITS.connectionTimeoutMilliseconds,
      requestTimeout: CALL_LIMITS.requestTimeoutMilliseconds,
      throwOnRequestTimeout: true,
      socketTimeout: CALL_LIMITS.requestTimeoutMilliseconds,
    },
    maxAttempts: CALL_LIMITS.attempts,
  }),
);

/** A required environment variable. */
export function readVariable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set.`);
  return value;
}
