import * as z from 'zod';
import { idField } from '../../shared/fields.ts';
import { validate } from '../../shared/http/validation.ts';
import { getItem } from '../../shared/table/get-entity.ts';
import { tenantKey } from '../../shared/table/keys.ts';
import type { Table } from '../../shared/table/table.ts';
import { endSessions, endTenantSessions } from '../../shared/users/end-sessions.ts';
import { AdminError, EXIT_CODES } from './admin-error.ts';
import type { AdminCommand } from './context.ts';
import { findAccount } from './find-account.ts';

interface Options {
  readonly email?: string;
  readonly tenantId?: string;
}

const tenantSchema = z.object({ tenant_id: idField });

/** Ends every session of one user or of everyone in a tenant. They can sign in again. */
export const revokeTokensCommand: AdminCommand<Options> = async ({ table }, { email, tenantId }) => {
  if (email !== undefined) return revokeOfUser(table, email);
  if (tenantId !== undefined) return revokeOfTenant(table, tenantId);
  throw new AdminError('Whose tokens? Name them with --email or --tenant-id.', EXIT_CODES.wrongUsage);
};

async function revokeOfUser(table: Table, email: string): Promise<string> {
  const { user } = await findAccount(table, { email });
  const ended = await endSessions(table, { tenantId: user.tenant_id, userId: user.id });
  if (!ended) throw new AdminError(`${user.email} has just been deleted.`);
  return `All sessions of ${user.email} have ended.`;
}

async function revokeOfTenant(table: Table, givenId: string): Promise<string> {
  const { tenant_id: tenantId } = validate(tenantSchema, { tenant_id: givenId });
  if (!(await getItem(table, tenantKey(tenantId)))) throw new AdminError(`There is no tenant ${tenantId}.`);
  const users = await endTenantSessions(table, tenantId);
  return `All sessions of the ${users === 1 ? 'one user' : `${users} users`} of the tenant ${tenantId} have ended.`;
}
