import { ApiError } from '../errors.ts';
import { CHILD_COUNT, DELETION } from '../table/attributes.ts';
import { commit, type GuardedWrite } from '../table/commit.ts';
import { absentOr, allOf, attribute, EXISTS, expression } from '../table/expression.ts';
import { getItem } from '../table/get-item.ts';
import { tenantKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { updateItem } from '../table/writes.ts';

/** The attribute of a tenant with the number of its webhooks. */
export const WEBHOOK_COUNT = 'webhooks';

/** The webhooks that a tenant may have: each can receive every event. */
export const WEBHOOK_LIMIT = 20;

/** Counts a new webhook as a child and as a webhook of its tenant, up to the limit. */
function countNewWebhook(table: Table, tenantId: string): GuardedWrite {
  const webhooks = attribute(WEBHOOK_COUNT);
  const expressions = {
    update: expression`ADD ${attribute(CHILD_COUNT)} ${1}, ${webhooks} ${1} REMOVE ${attribute(DELETION)}`,
    condition: allOf(EXISTS, absentOr(webhooks, expression`${webhooks} < ${WEBHOOK_LIMIT}`)),
  };
  return updateItem(table, tenantKey(tenantId), expressions, 'too_many_webhooks');
}

export function countDeletedWebhook(table: Table, tenantId: string): GuardedWrite {
  const update = expression`ADD ${attribute(CHILD_COUNT)} ${-1}, ${attribute(WEBHOOK_COUNT)} ${-1}`;
  return updateItem(table, tenantKey(tenantId), { update, condition: EXISTS }, 'stale');
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
