import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { ALERTS } from '../alerts/alert.ts';
import type { AuthenticatedUser } from '../base/actor.ts';
import { ApiError } from '../base/errors.ts';
import { runInLanes } from '../base/run-in-lanes.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { deleteItem, HAS_NO_CHILDREN } from '../table/change-item.ts';
import { commit, type GuardedWrite } from '../table/commit.ts';
import { decideAndWrite } from '../table/decide-and-write.ts';
import { allOf, attribute, EXISTS, expression, expressionInput } from '../table/expression.ts';
import {
  DELETION,
  PLAN_VERSION_PREFIX,
  planDirectoryKey,
  statisticsPartition,
  tenantKey,
  tenantPartition,
} from '../table/keys.ts';
import { inPartition, queryPages } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import type { Version } from '../table/version.ts';
import { deleteAny, updateItem } from '../table/writes.ts';
import { deleteCopies } from './change-tenants.ts';
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
  // The tenant is already deleted, so an error here must not be reported as a failure.
  await deletePartition(table, tenantPartition(id), PLAN_VERSION_PREFIX).catch(() => {});
  await deletePartition(table, statisticsPartition(id)).catch(() => {});
}

/**
 * How a tenant is deleted without overlooking alerts. Tenants do not count their alerts, so that concurrent alerts do not
 * wait for each other. Therefore a tenant is deleted in steps: announce the deletion in the tenant's item, look for alerts,
 * delete the tenant. Raising an alert checks for an announcement after writing the alert. So whichever comes first, one of
 * the two sees the other.
 */

/** Makes the write that announces a deletion, if the tenant has no children. */
function announceDeletion(table: Table, tenantId: string, deletionId: string): GuardedWrite {
  const expressions = {
    update: expression`SET ${attribute(DELETION)} = ${deletionId}`,
    condition: allOf(EXISTS, HAS_NO_CHILDREN),
  };
  return updateItem(table, tenantKey(tenantId), expressions, 'stale');
}

/** Makes the write that deletes a tenant, if it has this version and its deletion is still announced. */
function deleteAnnounced(table: Table, tenantId: string, version: Version, deletionId: string): GuardedWrite {
  return deleteItem(table, tenantKey(tenantId), version, expression`${attribute(DELETION)} = ${deletionId}`);
}

function withdrawDeletion(table: Table, tenantId: string, deletionId: string): GuardedWrite {
  const deletion = attribute(DELETION);
  const expressions = {
    update: expression`REMOVE ${deletion}`,
    condition: expression`${deletion} = ${deletionId}`,
  };
  return updateItem(table, tenantKey(tenantId), expressions, 'own');
}

async function hasAlerts(table: Table, tenantId: string): Promise<boolean> {
  const { Count } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      ...expressionInput({ key: inPartition(tenantPartition(tenantId), ALERTS.prefix()) }),
      ConsistentRead: true,
      Select: 'COUNT',
      Limit: 1,
    }),
  );
  return (Count ?? 0) > 0;
}

const AT_ONCE = 20;
/** How many pages of up to 1 MB are deleted within a request. */
const MOST_PAGES = 3;

/** Deletes the items of a partition, or those whose sort keys have this prefix: up to 3 MB of them. */
async function deletePartition(table: Table, partition: string, prefix?: string): Promise<void> {
  const pages = queryPages(table, { key: inPartition(partition, prefix), projection: expression`pk, sk` });
  let count = 0;
  for await (const page of pages) {
    await runInLanes(page, AT_ONCE, async ({ pk, sk }) =>
      commit(table, [deleteAny(table, { pk: String(pk), sk: String(sk) })]),
    );
    count += 1;
    if (count === MOST_PAGES) return;
  }
}
