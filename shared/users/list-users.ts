import type { Reach, Role } from '../access.ts';
import { cutPage, isBeyond, type Page, type PageRequest, readPage } from '../lists/page.ts';
import { planByTypeAndStatus } from '../lists/plan.ts';
import { readPartition } from '../lists/read-partition.ts';
import type { Table } from '../table/table.ts';
import { type User, userSchema } from './user.ts';
import { getAccount } from './user-store.ts';

interface UserFilters {
  readonly role?: Role | undefined;
  readonly status?: User['status'] | undefined;
}

/** A page of the users in reach, newest first; operators and viewers see only themselves. */
export async function listUsers(
  table: Table,
  reach: Reach,
  { role, status }: UserFilters,
  page: PageRequest,
): Promise<Page<User>> {
  if (reach.kind !== 'assigned_sites') {
    const plan = planByTypeAndStatus('USER', reach, { type: role, status });
    return readPage(plan.partitions, readPartition(table, userSchema, plan), page);
  }
  const account = await getAccount(table, reach);
  const matches = (user: User) =>
    (role === undefined || user.role === role) &&
    (status === undefined || user.status === status) &&
    isBeyond(user.id, page.position);
  return cutPage(account && matches(account.user) ? [account.user] : [], page);
}
