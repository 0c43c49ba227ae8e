import { COPIED_STATUS, REQUIRES_SECOND_FACTOR } from '../table/attributes.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { changeItem } from '../table/change-item.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { decideAndWrite } from '../table/decide.ts';
import { attribute, expression, expressionInput } from '../table/expression.ts';
import { type ItemKey, statusCopyKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { deleteAny } from '../table/writes.ts';
import { STATUS_COPIES } from '../users/status-copies.ts';
import { type StoredTenant, TENANTS, type Tenant } from './tenant.ts';

type Status = Tenant['status'];

/** The item of a tenant with the status of its copies, if it has any. */
export function tenantItem(tenant: Tenant, copied: Status | undefined) {
  return { ...TENANTS.item(tenant), ...(copied ? { [COPIED_STATUS]: copied } : {}) };
}

/** Writes the copies of a tenant's status. The transaction must change the tenant's item, too. */
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

/** Gives a tenant copies of its status, or deletes them. Writes them again if they exist. */
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
