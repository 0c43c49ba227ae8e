import type { GuardedWrite } from './commit.ts';
import { attribute, expression } from './expression.ts';
import { CHILD_COUNT, DELETION, type ItemKey, tenantKey } from './keys.ts';
import { getItem } from './reads.ts';
import type { Table } from './table.ts';
import { existsWith, updateItem } from './writes.ts';

/** Adds (+1) or removes (−1) a child in the count of its parent, which must exist and have the given `data`. */
export function countChild(
  table: Table,
  key: ItemKey,
  change: 1 | -1,
  refused: GuardedWrite['refused'],
  data: Readonly<Record<string, unknown>> = {},
): GuardedWrite {
  const counted = expression`ADD ${attribute(CHILD_COUNT)} ${change}`;
  const withoutDeletion = expression`${counted} REMOVE ${attribute(DELETION)}`;
  const expressions = { update: change > 0 ? withoutDeletion : counted, condition: existsWith(data) };
  return updateItem(table, key, expressions, refused);
}

/** Whether a tenant exists and no deletion of it is announced. */
export async function acceptsChildren(table: Table, tenantId: string): Promise<boolean> {
  const tenant = await getItem(table, tenantKey(tenantId));
  return tenant !== undefined && tenant[DELETION] === undefined;
}
