import { USERS, type User } from '../../shared/accounts/user.ts';
import { tenantPartition } from '../../shared/table/keys.ts';
import { queryAll } from '../../shared/table/reads.ts';
import type { Table } from '../../shared/table/table.ts';
import type { AdminCommand } from './context.ts';
import { findTenantId } from './find-tenant-id.ts';
import { type Column, listLines } from './lines.ts';

interface Options {
  readonly tenantId: string;
  readonly json?: boolean;
}

const COLUMNS: readonly Column<User>[] = [
  { title: 'user', width: 36, text: ({ id }) => id },
  { title: 'role', width: 14, text: ({ role }) => role },
  { title: 'status', width: 8, text: ({ status }) => status },
  { title: 'email', width: 28, text: ({ email }) => email },
  { title: 'name', width: 0, text: ({ name }) => name },
];

/** Lists every user of a tenant, oldest first, without password hashes. */
export const listUsersCommand: AdminCommand<Options> = async ({ table }, { tenantId, json }) => {
  const id = await findTenantId(table, tenantId);
  return listLines(everyUser(table, id), { columns: COLUMNS, none: `The tenant ${id} has no user.`, json });
};

async function* everyUser(table: Table, tenantId: string): AsyncGenerator<User> {
  for await (const item of queryAll(table, tenantPartition(tenantId), USERS.prefix()))
    yield USERS.read(item).entity;
}
