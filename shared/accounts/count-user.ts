import type { GuardedWrite } from '../table/commit.ts';
import { allOf, anyOf, attribute, EXISTS, expression } from '../table/expression.ts';
import { CHILD_COUNT, DELETION, tenantKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { updateItem } from '../table/writes.ts';
import type { User } from './user.ts';

/** The attribute that counts a tenant's active masters. It is outside `data`, so no index copies it. */
export const MASTER_COUNT = 'active_masters';

export function isActiveMaster(user: Pick<User, 'role' | 'status'>): boolean {
  return user.role === 'tenant_master' && user.status === 'active';
}

/**
 * Makes the write that updates a tenant's counts of children and of active masters after a change of one user. It is refused
 * if no active master would be left, even if two masters remove each other at the same time. An inactive tenant may lose its
 * last master; otherwise nobody could empty it.
 */
export function countUser(
  table: Table,
  tenantId: string,
  before: User | undefined,
  after: User | undefined,
): GuardedWrite[] {
  const children = Number(after !== undefined) - Number(before !== undefined);
  const masters =
    Number(after !== undefined && isActiveMaster(after)) -
    Number(before !== undefined && isActiveMaster(before));
  if (children === 0 && masters === 0) return [];
  const count = attribute(MASTER_COUNT);
  const added = expression`ADD ${attribute(CHILD_COUNT)} ${children}, ${count} ${masters}`;
  const update = children > 0 ? expression`${added} REMOVE ${attribute(DELETION)}` : added;
  if (masters >= 0)
    return [updateItem(table, tenantKey(tenantId), { update, condition: EXISTS }, 'not_found')];
  const condition = allOf(
    EXISTS,
    anyOf(expression`${count} > ${1}`, expression`#data.#status = ${'inactive'}`),
  );
  return [updateItem(table, tenantKey(tenantId), { update, condition }, 'last_tenant_master')];
}
