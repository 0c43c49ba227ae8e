import { ApiError } from '../errors.ts';
import { CHILD_COUNT, DELETION } from './attributes.ts';
import type { GuardedWrite } from './commit.ts';
import { commitDespiteConflicts } from './decide.ts';
import { absentOr, allOf, attribute, EXISTS, expression } from './expression.ts';
import { getItem } from './get-item.ts';
import { tenantKey } from './keys.ts';
import type { ChildLimit } from './kind.ts';
import type { Table } from './table.ts';
import { updateItem } from './writes.ts';

/** Counts a new child of a tenant, in total and of its kind, up to the limit. */
function countNew(table: Table, tenantId: string, { count, maximum, error }: ChildLimit): GuardedWrite {
  const counted = attribute(count);
  const expressions = {
    update: expression`ADD ${attribute(CHILD_COUNT)} ${1}, ${counted} ${1} REMOVE ${attribute(DELETION)}`,
    condition: allOf(EXISTS, absentOr(counted, expression`${counted} < ${maximum}`)),
  };
  return updateItem(table, tenantKey(tenantId), expressions, error);
}

export function countDeleted(table: Table, tenantId: string, { count }: ChildLimit): GuardedWrite {
  const update = expression`ADD ${attribute(CHILD_COUNT)} ${-1}, ${attribute(count)} ${-1}`;
  return updateItem(table, tenantKey(tenantId), { update, condition: EXISTS }, 'stale');
}

/** Throws `not_found` if the tenant does not exist, and the error of the limit at its limit. */
export async function commitNewChild(
  table: Table,
  tenantId: string,
  limit: ChildLimit,
  writes: readonly GuardedWrite[],
): Promise<void> {
  try {
    await commitDespiteConflicts(table, [...writes, countNew(table, tenantId, limit)]);
  } catch (error) {
    const isRefused = error instanceof ApiError && error.code === limit.error;
    if (isRefused && !(await getItem(table, tenantKey(tenantId)))) throw new ApiError('not_found');
    throw error;
  }
}
