import { ApiError } from '../errors.ts';
import { CHILD_COUNT, DELETION } from '../table/attributes.ts';
import { commit, type GuardedWrite } from '../table/commit.ts';
import { getItem } from '../table/get-item.ts';
import { tenantKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

/** The attribute of a tenant with the number of its webhooks. */
export const WEBHOOK_COUNT = 'webhooks';

/** The webhooks that a tenant may have: each can receive every event. */
export const WEBHOOK_LIMIT = 20;

/** Counts a new webhook as a child and as a webhook of its tenant, up to the limit. */
function countNewWebhook(table: Table, tenantId: string): GuardedWrite {
  const write = {
    Update: {
      TableName: table.name,
      Key: tenantKey(tenantId),
      UpdateExpression: 'ADD #children :one, #webhooks :one REMOVE #deletion',
      ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(#webhooks) OR #webhooks < :most)',
      ExpressionAttributeNames: {
        '#children': CHILD_COUNT,
        '#webhooks': WEBHOOK_COUNT,
        '#deletion': DELETION,
      },
      ExpressionAttributeValues: { ':one': 1, ':most': WEBHOOK_LIMIT },
    },
  };
  return { write, refused: 'too_many_webhooks' };
}

export function countDeletedWebhook(table: Table, tenantId: string): GuardedWrite {
  const write = {
    Update: {
      TableName: table.name,
      Key: tenantKey(tenantId),
      UpdateExpression: 'ADD #children :less, #webhooks :less',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#children': CHILD_COUNT, '#webhooks': WEBHOOK_COUNT },
      ExpressionAttributeValues: { ':less': -1 },
    },
  };
  return { write, refused: 'stale' };
}

/** Throws `not_found` if the tenant does not exist, and `too_many_webhooks` at its limit. */
export async function commitNewWebhook(
  table: Table,
  tenantId: string,
  writes: readonly GuardedWrite[],
): Promise<void> {
  try {
    await commit(table, [...writes, countNewWebhook(table, tenantId)]);
  } catch (error) {
    const isRefused = error instanceof ApiError && error.code === 'too_many_webhooks';
    if (isRefused && !(await getItem(table, tenantKey(tenantId)))) throw new ApiError('not_found');
    throw error;
  }
}
