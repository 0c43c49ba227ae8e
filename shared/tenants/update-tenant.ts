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

/** Changes the fields that are given and no other. An inactive tenant's users have no access from then on. */
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
    const closes = current.status === 'active' && changed.status !== 'active';
    // Platform admins of two tenants who close each other's would leave nobody who can sign in.
    return { changed, alongside: closes ? requirePlatformAdmin(table, caller, current.id) : [] };
  });
}
