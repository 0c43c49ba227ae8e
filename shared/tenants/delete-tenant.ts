import type { AuthenticatedUser } from '../actor.ts';
import { ApiError } from '../errors.ts';
import { checkIfMatch } from '../etag.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { commit } from '../table/commit.ts';
import { decideAndWrite } from '../table/decide.ts';
import type { Stored } from '../table/kind.ts';
import type { Table } from '../table/table.ts';
import { announceDeletion, deleteAnnounced, hasAlerts, withdrawDeletion } from './announce-deletion.ts';
import { TENANTS, type Tenant } from './tenant.ts';

export async function deleteTenant(
  table: Table,
  tenant: Stored<Tenant>,
  { caller, ifMatch }: { caller: AuthenticatedUser; ifMatch: string | undefined },
): Promise<void> {
  const { id } = tenant.entity;
  if (id === caller.tenantId) throw new ApiError('own_tenant_protected');
  const load = reloadEntity(table, TENANTS, tenant);
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
