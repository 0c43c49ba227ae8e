import type { AuthenticatedUser } from '../actor.ts';
import { ApiError } from '../errors.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { commit } from '../table/commit.ts';
import { decideAndWrite } from '../table/decide.ts';
import { deletePartition } from '../table/delete-partition.ts';
import {
  PLAN_VERSION_PREFIX,
  planDirectoryKey,
  statisticsPartition,
  tenantPartition,
} from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { deleteAny } from '../table/writes.ts';
import { announceDeletion, deleteAnnounced, hasAlerts, withdrawDeletion } from './announce-deletion.ts';
import { deleteCopies } from './copy-status.ts';
import { checkTenantMatch, type StoredTenant, TENANTS } from './tenant.ts';

export async function deleteTenant(
  table: Table,
  tenant: StoredTenant,
  { caller, ifMatch }: { caller: AuthenticatedUser; ifMatch: string | undefined },
): Promise<void> {
  const { id } = tenant.entity;
  if (id === caller.tenantId) throw new ApiError('own_tenant_protected');
  const load = reloadEntity(table, TENANTS, tenant);
  const deletionId = table.newWriteId();
  const decide = async ({ entity, version, children, copiedStatus }: StoredTenant) => {
    checkTenantMatch(ifMatch, entity);
    if (children > 0) throw new ApiError('tenant_not_empty');
    const announced = await commit(table, [announceDeletion(table, id, deletionId)]);
    if (announced === 'stale') throw new ApiError((await load()) ? 'tenant_not_empty' : 'not_found');
    if (await hasAlerts(table, id)) throw new ApiError('tenant_not_empty');
    const copies = copiedStatus ? deleteCopies(table, id) : [];
    const writes = [
      deleteAnnounced(table, id, version, deletionId),
      ...copies,
      deleteAny(table, planDirectoryKey(id)),
      ...auditWrites(table, TENANTS, entity, undefined),
    ];
    return { writes, result: undefined };
  };
  try {
    await decideAndWrite(table, tenant, load, decide);
  } catch (error) {
    await commit(table, [withdrawDeletion(table, id, deletionId)]).catch(() => {});
    throw error;
  }
  // The tenant is deleted: an error here must not say otherwise.
  await deletePartition(table, tenantPartition(id), PLAN_VERSION_PREFIX).catch(() => {});
  await deletePartition(table, statisticsPartition(id)).catch(() => {});
}
