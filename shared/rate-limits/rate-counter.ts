import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { rateKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { toEpochSeconds } from '../time.ts';

const WINDOW_SECONDS = 60;

/** A counter is useless after its minute; the hour keeps it readable for whoever looks into an incident. */
const KEPT_SECONDS = 3_600;

/** What one request found at its counter. */
export interface RateVerdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends, in epoch seconds. */
  readonly resetsAtSeconds: number;
  /** Whole seconds until then, at least 1. */
  readonly retryAfterSeconds: number;
}

/**
 * Counts one request of a subject in the current calendar minute. Exactly `limit` requests of a minute are
 * allowed, however many run at once: the increment is conditional and atomic. A refused request is not counted.
 */
export async function countRequest(
  table: Table,
  request: { readonly subject: string; readonly limit: number; readonly now: Date },
): Promise<RateVerdict> {
  const { subject, limit, now } = request;
  const nowSeconds = toEpochSeconds(now);
  const windowStart = nowSeconds - (nowSeconds % WINDOW_SECONDS);
  const resetsAtSeconds = windowStart + WINDOW_SECONDS;
  const window = { limit, resetsAtSeconds, retryAfterSeconds: resetsAtSeconds - nowSeconds };
  const minute = new Date(windowStart * 1000).toISOString().slice(0, 16);
  try {
    const { Attributes } = await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: rateKey(subject, minute),
        UpdateExpression: 'ADD #hits :one SET #ttl = :ttl',
        ConditionExpression: 'attribute_not_exists(#hits) OR #hits < :limit',
        ExpressionAttributeNames: { '#hits': 'hits', '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':one': 1, ':limit': limit, ':ttl': resetsAtSeconds + KEPT_SECONDS },
        ReturnValues: 'UPDATED_NEW',
      }),
    );
    return { ...window, allowed: true, remaining: limit - Number(Attributes?.['hits']) };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { ...window, allowed: false, remaining: 0 };
  }
}
