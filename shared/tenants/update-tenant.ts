import type * as z from 'zod/mini';
import type { AuthenticatedUser } from '../actor.ts';
import { ApiError } from '../errors.ts';
import { applyChanges } from '../table/apply-changes.ts';
import { changeEntity } from '../table/change-entity.ts';
import type { Stored } from '../table/kind.ts';
import type { Table } from '../table/table.ts';
import { requirePlatformAdmin } from '../users/platform-admins.ts';
import { TENANTS, type Tenant, type tenantChangesSchema } from './tenant.ts';

interface ChangeContext {
  readonly caller: AuthenticatedUser;
  readonly ifMatch: string | undefined;
  readonly at: string;
}

/** Changes the given fields. Users of an inactive tenant have no access. */
export function updateTenant(
  table: Table,
  tenant: Stored<Tenant>,
  changes: z.infer<typeof tenantChangesSchema>,
  { caller, ifMatch, at }: ChangeContext,
): Promise<Tenant> {
  return changeEntity(table, TENANTS, tenant, ifMatch, (current) => {
    const changed = applyChanges(current, changes, at);
    if (current.id === caller.tenantId && changed.status !== current.status) {
      throw new ApiError('own_tenant_protected');
    }
    const deactivates = current.status === 'active' && changed.status !== 'active';
    // Otherwise platform admins of two tenants could deactivate each other's tenant, and nobody could sign in.
    return { changed, alongside: deactivates ? requirePlatformAdmin(table, caller, current.id) : [] };
  });
}
