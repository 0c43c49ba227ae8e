import type { AuthenticatedUser } from '../actor.ts';
import { ApiError } from '../errors.ts';
import type { Table } from '../table/table.ts';
import { isPlatformTenant } from '../tenants/platform-item.ts';

/**
 * Throws `forbidden` unless the caller may change providers of a tenant: those of the platform's tenant sign platform admins
 * in.
 */
export async function checkMayProvide(
  table: Table,
  { role }: AuthenticatedUser,
  tenantId: string,
): Promise<void> {
  if (role === 'platform_admin') return;
  if (await isPlatformTenant(table, tenantId)) throw new ApiError('forbidden');
}
