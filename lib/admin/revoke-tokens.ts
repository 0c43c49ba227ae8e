import { endTenantSessions } from '../../shared/accounts/end-sessions.ts';
import { wrongUsage } from './admin-error.ts';
import type { AdminCommand } from './context.ts';
import { everyTenant } from './every-tenant.ts';
import { findTenantId } from './find-tenant-id.ts';

interface Options {
  readonly tenantId?: string;
  readonly everyTenant?: boolean;
}

/** Ends every session of all users of a tenant, or of all tenants. They can sign in again. */
export const revokeTokensCommand: AdminCommand<Options> = async ({ table }, options) => {
  if (options.tenantId !== undefined) {
    const tenantId = await findTenantId(table, options.tenantId);
    return summary(await endTenantSessions(table, tenantId), `the tenant ${tenantId}`);
  }
  if (!options.everyTenant) throw wrongUsage('Name the tenant with --tenant-id, or give --every-tenant.');
  let users = 0;
  for await (const { id } of everyTenant(table)) users += await endTenantSessions(table, id);
  return summary(users, 'all tenants');
};

const summary = (users: number, of: string) =>
  `All sessions of the ${users === 1 ? 'one user' : `${users} users`} of ${of} have ended.`;
