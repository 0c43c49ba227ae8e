import { endSessions, endTenantSessions } from '../../shared/accounts/end-sessions.ts';
import type { Table } from '../../shared/table/table.ts';
import { AdminError, EXIT_CODES } from './admin-error.ts';
import type { AdminCommand } from './context.ts';
import { findAccount } from './find-account.ts';
import { findTenantId } from './find-tenant-id.ts';

interface Options {
  readonly email?: string;
  readonly tenantId?: string;
}

/** Ends every session of one user or of all users of a tenant. They can sign in again. */
export const revokeTokensCommand: AdminCommand<Options> = async ({ table }, { email, tenantId }) => {
  if (email !== undefined) return revokeOfUser(table, email);
  if (tenantId !== undefined) return revokeOfTenant(table, tenantId);
  throw new AdminError('Name the user or tenant with --email or --tenant-id.', EXIT_CODES.wrongUsage);
};

async function revokeOfUser(table: Table, email: string): Promise<string> {
  const { entity: user } = await findAccount(table, { email });
  const ended = await endSessions(table, user);
  if (!ended) throw new AdminError(`${user.email} has just been deleted.`);
  return `All sessions of ${user.email} have ended.`;
}

async function revokeOfTenant(table: Table, givenId: string): Promise<string> {
  const tenantId = await findTenantId(table, givenId);
  const users = await endTenantSessions(table, tenantId);
  return `All sessions of the ${users === 1 ? 'one user' : `${users} users`} of the tenant ${tenantId} have ended.`;
}
