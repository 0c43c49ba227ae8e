import type * as z from 'zod';
import type { AuthenticatedUser } from '../actor.ts';
import { ApiError } from '../errors.ts';
import { checkIfMatch } from '../etag.ts';
import { applyChanges } from '../table/apply-changes.ts';
import { commit } from '../table/commit.ts';
import { decideAndWrite } from '../table/decide.ts';
import type { Stored } from '../table/entity-item.ts';
import { changeEntity, reloadStored } from '../table/manage-entity.ts';
import type { Table } from '../table/table.ts';
import { requirePlatformAdmin } from '../users/platform-admins.ts';
import { type Tenant, type tenantChangesSchema, tenantSchema } from './tenant.ts';
import { announceDeletion, deleteAnnounced, hasAlerts, withdrawDeletion } from './tenant-deletion.ts';
import { tenantItem } from './tenant-store.ts';

const TENANTS = { schema: tenantSchema, item: tenantItem };

interface ChangeContext {
  readonly caller: AuthenticatedUser;
  readonly ifMatch: string | undefined;
  readonly at: string;
}

/** Changes the fields that are given and no other. An inactive tenant's users have no access from then on. */
export function changeTenant(
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

/** Deletes a tenant of which nothing but its own record is left. */
export async function deleteTenant(
  table: Table,
  tenant: Stored<Tenant>,
  { caller, ifMatch }: Omit<ChangeContext, 'at'>,
): Promise<void> {
  const { id } = tenant.entity;
  if (id === caller.tenantId) throw new ApiError('own_tenant_protected');
  const load = reloadStored(table, TENANTS, tenant);
  const deletionId = table.newWriteId();
  const decide = async ({ entity, version, children }: Stored<Tenant>) => {
    checkIfMatch(ifMatch, entity);
    if (children > 0) throw new ApiError('tenant_not_empty');
    const announced = await commit(table, [announceDeletion(table, id, deletionId)]);
    if (announced === 'stale') throw new ApiError((await load()) ? 'tenant_not_empty' : 'not_found');
    if (await hasAlerts(table, id)) throw new ApiError('tenant_not_empty');
    return { writes: [deleteAnnounced(table, id, version, deletionId)], result: undefined };
  };
  try {
    await decideAndWrite(table, tenant, load, decide);
  } catch (error) {
    await commit(table, [withdrawDeletion(table, id, deletionId)]).catch(() => {});
    throw error;
  }
}
