import type { GuardedWrite } from './commit.ts';
import { attribute, expression } from './expression.ts';
import { CHILD_COUNT, DELETION, type ItemKey, tenantKey } from './keys.ts';
import { getItem } from './reads.ts';
import type { Table } from './table.ts';
import { existsWith, updateItem } from './writes.ts';

/** Changes the child count of a parent by +1 or −1. The parent must exist, and its `data` must have the given values. */
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

/** Whether a tenant exists and its deletion is not announced. */
export async function acceptsChildren(table: Table, tenantId: string): Promise<boolean> {
  const tenant = await getItem(table, tenantKey(tenantId));
  return tenant !== undefined && tenant[DELETION] === undefined;
}
