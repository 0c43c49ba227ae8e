import { ApiError } from '../errors.ts';
import { CHILD_COUNT, DELETION } from '../table/attributes.ts';
import { commit, type GuardedWrite } from '../table/commit.ts';
import { getItem } from '../table/get-item.ts';
import { tenantKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

/** How many webhooks a tenant has, beside its data and in no index. */
export const WEBHOOK_COUNT = 'webhooks';

/** How many a tenant may have: each is told of everything that happens. */
export const MOST_WEBHOOKS = 20;

/** Counts a webhook that comes at its tenant, as its child and among its webhooks, unless it has as many as it may have. */
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
      ExpressionAttributeValues: { ':one': 1, ':most': MOST_WEBHOOKS },
    },
  };
  return { write, refused: 'too_many_webhooks' };
}

/** Counts a webhook that goes. */
export function countGoneWebhook(table: Table, tenantId: string): GuardedWrite {
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

/** Writes a new webhook. Throws `not_found` where it is the tenant that is missing. */
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
