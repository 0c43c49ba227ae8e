import type { Role, Scope } from '../access.ts';
import { listEntities } from '../lists/list-entities.ts';
import { cutPage, isBeyond, type Page, type PageRequest } from '../lists/page.ts';
import { planByTypeAndStatus } from '../lists/plan.ts';
import type { Table } from '../table/table.ts';
import { getAccount } from './account.ts';
import { USERS, type User } from './user.ts';

interface UserFilters {
  readonly role?: Role | undefined;
  readonly status?: User['status'] | undefined;
}

/** A page of the users within the scope, newest first. Operators and viewers see only themselves. */
export async function listUsers(
  table: Table,
  scope: Scope,
  { role, status }: UserFilters,
  page: PageRequest,
): Promise<Page<User>> {
  if (scope.kind !== 'assigned_sites') {
    return listEntities(table, USERS, planByTypeAndStatus(USERS, scope, { type: role, status }), page);
  }
  const { tenantId, userId } = scope;
  const account = userId === undefined ? undefined : await getAccount(table, { tenantId, userId });
  const matches = (user: User) =>
    (role === undefined || user.role === role) &&
    (status === undefined || user.status === status) &&
    isBeyond(user.id, page.position);
  return cutPage(account && matches(account.entity) ? [account.entity] : [], page);
}
