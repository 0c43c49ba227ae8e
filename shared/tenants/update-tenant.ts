import type * as z from 'zod/mini';
import type { AuthenticatedUser } from '../actor.ts';
import { ApiError } from '../errors.ts';
import { applyChanges } from '../table/apply-changes.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { changeItem } from '../table/change-item.ts';
import { decideAndWrite } from '../table/decide.ts';
import type { Table } from '../table/table.ts';
import { requirePlatformAdmin } from '../users/platform-admins.ts';
import { tenantItem, writeCopies } from './copy-status.ts';
import {
  checkTenantMatch,
  type StoredTenant,
  TENANTS,
  type Tenant,
  type tenantChangesSchema,
} from './tenant.ts';

interface ChangeContext {
  readonly caller: AuthenticatedUser;
  readonly ifMatch: string | undefined;
  readonly at: string;
}

/** Changes the given fields. Users of an inactive tenant have no access. */
export function updateTenant(
  table: Table,
  tenant: StoredTenant,
  changes: z.infer<typeof tenantChangesSchema>,
  { caller, ifMatch, at }: ChangeContext,
): Promise<Tenant> {
  const reload = reloadEntity(table, TENANTS, tenant);
  return decideAndWrite(table, tenant, reload, async (stored, writeId) => {
    const { entity, version, copiedStatus, requiresSecondFactor } = stored;
    checkTenantMatch(ifMatch, entity);
    const changed = applyChanges(entity, changes, at);
    const { id, status } = changed;
    if (id === caller.tenantId && status !== entity.status) throw new ApiError('own_tenant_protected');
    const after = tenantItem(changed, copiedStatus && status);
    const deactivates = entity.status === 'active' && status !== 'active';
    const writes = [
      changeItem(table, tenantItem(entity, copiedStatus), after, { version, writeId }),
      ...(copiedStatus &&
      (copiedStatus !== status || changed.requests_per_minute !== entity.requests_per_minute)
        ? writeCopies(table, changed, { requiresSecondFactor })
        : []),
      // Otherwise platform admins of two tenants could deactivate each other's tenant, and nobody could sign in.
      ...(deactivates ? await requirePlatformAdmin(table, caller, id) : []),
      ...auditWrites(table, TENANTS, entity, changed),
    ];
    return { writes, result: changed };
  });
}
