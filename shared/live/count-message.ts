import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { connectionIdKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { type Connection, readConnection } from './connection.ts';

/** The messages that a client may send: some at once, and more for each minute that its connection is open. */
const MESSAGE_LIMIT = { atOnce: 30, perMinute: 6 } as const;

export interface CountedMessage {
  readonly connection: Connection;
  /** Whether the client has sent more messages than the limit. */
  readonly isTooMany: boolean;
}

const countSchema = z.object({ messages: z.int() });

/** Counts a message of a client in one atomic write. Resolves to `undefined` if no open connection has this id. */
export async function countMessage(table: Table, id: string, now: Date): Promise<CountedMessage | undefined> {
  const item = await incrementCount(table, id);
  if (!item) return undefined;
  const connection = readConnection(item);
  const minutes = Math.max(0, now.getTime() - connection.connectedAt.getTime()) / 60_000;
  const limit = MESSAGE_LIMIT.atOnce + MESSAGE_LIMIT.perMinute * minutes;
  return { connection, isTooMany: countSchema.parse(item).messages > limit };
}

async function incrementCount(
  table: Table,
  id: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const { Attributes } = await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { ...connectionIdKey(id) },
        UpdateExpression: 'ADD #messages :one',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#messages': 'messages' },
        ExpressionAttributeValues: { ':one': 1 },
        ReturnValues: 'ALL_NEW',
      }),
    );
    return Attributes;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}
