import type * as z from 'zod/mini';
import { newUserWrites } from '../accounts/change-users.ts';
import { MASTER_COUNT } from '../accounts/count-user.ts';
import { requirePlatformAdmin } from '../accounts/platform-admins.ts';
import { STATUS_COPIES } from '../accounts/status-copies.ts';
import { userInputSchema } from '../accounts/user-contract.ts';
import type { AuthenticatedUser } from '../base/actor.ts';
import { ApiError } from '../base/errors.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { applyChanges, reloadEntity } from '../table/change-entity.ts';
import { changeItem } from '../table/change-item.ts';
import { commit, type GuardedWrite } from '../table/commit.ts';
import { decideAndWrite } from '../table/decide-and-write.ts';
import { attribute, expression, expressionInput } from '../table/expression.ts';
import {
  CHILD_COUNT,
  COPIED_STATUS,
  type ItemKey,
  REQUIRES_SECOND_FACTOR,
  statusCopyKey,
} from '../table/keys.ts';
import type { Page, PageRequest } from '../table/list-page.ts';
import { type Extent, planList } from '../table/list-plan.ts';
import { listEntities } from '../table/list-read.ts';
import type { Table } from '../table/table.ts';
import { deleteAny, putEntity } from '../table/writes.ts';
import { checkTenantMatch, type StoredTenant, TENANTS, type Tenant } from './tenant.ts';
import type { tenantChangesSchema, tenantInputSchema } from './tenant-contract.ts';

/** Creates a tenant and, if one is given, its first master. If both are wanted, either both are created or neither. */
export async function createTenant(
  table: Table,
  { master, ...fields }: z.infer<typeof tenantInputSchema>,
  { id, masterId, at }: { id: string; masterId: string; at: string },
): Promise<Tenant> {
  const tenant: Tenant = { id, ...fields, created_at: at, updated_at: at };
  const count = master ? 1 : 0;
  const item = { ...TENANTS.item(tenant), [CHILD_COUNT]: count, [MASTER_COUNT]: count };
  const masterWrites = master
    ? await newUserWrites(table, userInputSchema.parse({ ...master, role: 'tenant_master' }), {
        id: masterId,
        tenantId: id,
        at,
      })
    : { writes: [] };
  await commit(table, [
    putEntity(table, item),
    ...auditWrites(table, TENANTS, undefined, tenant),
    ...masterWrites.writes,
  ]);
  return tenant;
}

interface ChangeContext {
  readonly caller: AuthenticatedUser;
  readonly ifMatch: string | undefined;
  readonly at: string;
}

/** Changes the given fields. If the tenant becomes inactive, its users have no access any more. */
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
      (status !== entity.status || changed.requests_per_minute !== entity.requests_per_minute)
        ? writeCopies(table, changed, { requiresSecondFactor })
        : []),
      // Another platform admin must remain; otherwise platform admins of two tenants could deactivate each other's tenant,
      // and nobody could sign in.
      ...(deactivates ? await requirePlatformAdmin(table, caller, id) : []),
      ...auditWrites(table, TENANTS, entity, changed),
    ];
    return { writes, result: changed };
  });
}

export function listTenants(table: Table, extent: Extent, page: PageRequest): Promise<Page<Tenant>> {
  return listEntities(table, TENANTS, planList(TENANTS, extent), page);
}

type Status = Tenant['status'];

/** Makes the item of a tenant. If the tenant has copies of its status, the item says which status they show. */
export function tenantItem(tenant: Tenant, copied: Status | undefined) {
  return { ...TENANTS.item(tenant), ...(copied ? { [COPIED_STATUS]: copied } : {}) };
}

/** Makes the writes of the copies of a tenant's status. The transaction must also change the tenant's item. */
export function writeCopies(
  table: Table,
  { id, status, requests_per_minute }: Pick<Tenant, 'id' | 'status' | 'requests_per_minute'>,
  { requiresSecondFactor }: Pick<StoredTenant, 'requiresSecondFactor'>,
): GuardedWrite[] {
  const required = attribute(REQUIRES_SECOND_FACTOR);
  const update = expression`SET #data = ${{ status, requests_per_minute }}, ${required} = ${requiresSecondFactor}`;
  const input = expressionInput({ update });
  return copyKeys(id).map((Key) => ({
    write: { Update: { TableName: table.name, Key, ...input } },
    refused: 'stale',
  }));
}

export function deleteCopies(table: Table, tenantId: string): GuardedWrite[] {
  return copyKeys(tenantId).map((key) => deleteAny(table, key));
}

/** Gives a tenant copies of its status, or deletes them. If they exist already, it writes them again. */
export function spreadTenant(table: Table, tenant: StoredTenant, isSpread: boolean): Promise<void> {
  return decideAndWrite(table, tenant, reloadEntity(table, TENANTS, tenant), (current, writeId) => {
    const { entity, version, copiedStatus, requiresSecondFactor } = current;
    const after = tenantItem(entity, isSpread ? entity.status : undefined);
    const change = changeItem(table, tenantItem(entity, copiedStatus), after, { version, writeId });
    const copies = isSpread
      ? writeCopies(table, entity, { requiresSecondFactor })
      : deleteCopies(table, entity.id);
    return { writes: [change, ...copies], result: undefined };
  });
}

function copyKeys(tenantId: string): ItemKey[] {
  return Array.from({ length: STATUS_COPIES }, (_, copy) => statusCopyKey(tenantId, copy));
}
