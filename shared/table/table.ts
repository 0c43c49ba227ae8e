import { randomBytes } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Audit } from './audit.ts';
import { type Pause, pauseWithJitter } from './retry.ts';

/** The table: its client and name, and functions that its operations need. */
export interface Table {
  readonly client: DynamoDBDocumentClient;
  readonly name: string;
  /** Waits before a retry. */
  readonly pause: Pause;
  /** Makes a unique id of 16 characters. It marks a write, so that a repetition of this write is recognized. */
  readonly newWriteId: () => string;
  /** Records changes of configuration in the audit log; `undefined` if they are not recorded. */
  readonly audit?: Audit;
}

/** The name of a table, and the URL of its engine if that is not AWS. */
interface TableAddress {
  readonly tableName: string;
  readonly dynamodbEndpoint: string | undefined;
}

export interface CallLimits {
  readonly connectionTimeoutMilliseconds: number;
  readonly requestTimeoutMilliseconds: number;
  readonly attempts: number;
}

/**
 * Limits of a call. DynamoDB replies within milliseconds, so a call that takes seconds hangs and is better repeated: Guard
 * stops waiting for a reply after 2 s. With the SDK's pauses a call fails within 6 s, before its function (15 s) and API
 * Gateway (29 s) time out. Opening a connection has the same limit, because TCP repeats a lost SYN after 1 s (RFC 6298,
 * section 2); DynamoDB Local loses some beyond 50 at once. If many calls of a client fail together, the SDK retries at most
 * 35.
 */
export const CALL_LIMITS: CallLimits = {
  connectionTimeoutMilliseconds: 1_900,
  requestTimeoutMilliseconds: 1_900,
  attempts: 3,
};

/** A list over 100 sites queries all of them at once. */
const CONNECTIONS = { maxSockets: 128 };

export function connectTable(
  { tableName, dynamodbEndpoint }: TableAddress,
  limits: CallLimits = CALL_LIMITS,
): Table {
  const client = new DynamoDBClient({
    ...(dynamodbEndpoint ? { endpoint: dynamodbEndpoint } : {}),
    requestHandler: {
      connectionTimeout: limits.connectionTimeoutMilliseconds,
      requestTimeout: limits.requestTimeoutMilliseconds, // covers the time to the response headers
      throwOnRequestTimeout: true, // without this, a timeout only causes a warning
      socketTimeout: limits.requestTimeoutMilliseconds,
      httpsAgent: CONNECTIONS,
      httpAgent: CONNECTIONS, // for a local engine
    },
    maxAttempts: limits.attempts,
  });
  // Removes the SDK's step that visits every value of a response to describe the call for a log that nobody keeps. It takes
  // 0.3 of the 1.2 ms that the client needs for a page of 20 alerts.
  client.middlewareStack.removeByTag('LOGGER');
  return {
    client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    name: tableName,
    pause: pauseWithJitter,
    newWriteId: () => randomBytes(WRITE_ID_BYTES).toString('base64url'),
  };
}

const WRITE_ID_BYTES = 12;
