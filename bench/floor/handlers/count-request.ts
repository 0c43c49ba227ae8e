import { randomBytes } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { readVariable, TABLE_NAME, table } from './table.ts';

const LIMIT = Number(readVariable('GUARD_RATE_LIMIT_API'));

/** Counts one request of a subject in the current minute, by its id. Throws if it exceeds the limit. */
export async function countRequest(
  subject: string,
  now: Date,
): Promise<{ limit: number; remaining: number; units: number }> {
  const id = randomBytes(6).toString('base64url');
  const seconds = Math.floor(now.getTime() / 1_000);
  const { Attributes, ConsumedCapacity } = await table.send(
    new UpdateCommand({
      TableName: TABLE_NAME,
      Key: { pk: `RATE#${subject}`, sk: now.toISOString().slice(0, 16) },
      UpdateExpression: 'ADD requests :one SET #ttl = :ttl',
      ConditionExpression:
        '(attribute_not_exists(requests) OR size(requests) < :limit OR contains(requests, :id))',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ':one': new Set([id]),
        ':id': id,
        ':limit': LIMIT,
        ':ttl': seconds - (seconds % 60) + 60 + 3_600,
      },
      ReturnValues: 'UPDATED_NEW',
      ReturnConsumedCapacity: 'TOTAL',
    }),
  );
  const units = ConsumedCapacity?.CapacityUnits ?? 0;
  return { limit: LIMIT, remaining: LIMIT - Attributes?.['requests'].size, units };
}
