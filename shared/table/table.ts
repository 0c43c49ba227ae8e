import { randomBytes } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Pause, pauseWithJitter } from './retry.ts';

/** The table that repositories read and write: a client, the table's name, and what a call of it takes from outside. */
export interface Table {
  readonly client: DynamoDBDocumentClient;
  readonly name: string;
  /** How to wait before something is tried again. */
  readonly pause: Pause;
  /** A new id of a write, by which the write knows itself when it is repeated: 16 characters that nothing else has. */
  readonly newWriteId: () => string;
}

/** Which table, and the engine that it is on: AWS's own unless another one is named. */
export interface TableAddress {
  readonly tableName: string;
  readonly dynamodbEndpoint: string | undefined;
}

export interface CallLimits {
  readonly connectionTimeoutMilliseconds: number;
  readonly requestTimeoutMilliseconds: number;
  readonly attempts: number;
}

/**
 * DynamoDB answers within milliseconds, so what takes seconds hangs and is better repeated: a reply that stalls, before
 * or in its body, is given up within 2 s. With the SDK's pauses a call that fails for good has failed within 6 s, long
 * before its function is ended and API Gateway gives up (15 s and 29 s). A new connection has as long: TCP asks again for one
 * that got lost after 1 s (RFC 6298, section 2), as of many at once on DynamoDB Local, which lets 50 wait. The SDK repeats but 35 calls
 * of a client that fail together.
 */
export const CALL_LIMITS: CallLimits = {
  connectionTimeoutMilliseconds: 1_900,
  requestTimeoutMilliseconds: 1_900,
  attempts: 3,
};

/** A page of a list of 100 sites asks all of them at once. */
const CONNECTIONS = { maxSockets: 128 };

export function connectTable(
  { tableName, dynamodbEndpoint }: TableAddress,
  limits: CallLimits = CALL_LIMITS,
): Table {
  const client = new DynamoDBClient({
    ...(dynamodbEndpoint ? { endpoint: dynamodbEndpoint } : {}),
    requestHandler: {
      connectionTimeout: limits.connectionTimeoutMilliseconds,
      requestTimeout: limits.requestTimeoutMilliseconds, // ends with the headers
      throwOnRequestTimeout: true, // it would only warn
      socketTimeout: limits.requestTimeoutMilliseconds,
      httpsAgent: CONNECTIONS,
      httpAgent: CONNECTIONS, // to a local engine
    },
    maxAttempts: limits.attempts,
  });
  // It makes ready what it would tell a logger, of which there is none: a twentieth of a call's processor time.
  client.middlewareStack.remove('loggerMiddleware');
  return {
    client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    name: tableName,
    pause: pauseWithJitter,
    newWriteId: () => randomBytes(12).toString('base64url'),
  };
}
