import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { connectionIdKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { type Connection, readConnection } from './connection.ts';

/** A connection may send so many messages, and so many more for each minute that it has been open. */
const MESSAGE_LIMIT = { atOnce: 30, perMinute: 6 } as const;

export interface HeardMessage {
  readonly connection: Connection;
  /** Whether the connection has sent more messages than it may. */
  readonly isTooMany: boolean;
}

const countSchema = z.object({ messages: z.int() });

/**
 * Counts a message of a connection, where its id is looked up: one atomic write, however many messages come at once. Gives
 * `undefined` where the connection is not known, or not any more.
 */
export async function hearMessage(table: Table, id: string, now: Date): Promise<HeardMessage | undefined> {
  const item = await countMessage(table, id);
  if (!item) return undefined;
  const connection = readConnection(item);
  const minutes = Math.max(0, now.getTime() - connection.connectedAt.getTime()) / 60_000;
  const most = MESSAGE_LIMIT.atOnce + MESSAGE_LIMIT.perMinute * minutes;
  return { connection, isTooMany: countSchema.parse(item).messages > most };
}

async function countMessage(
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
