import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod';
import { ApiError } from '../errors.ts';
import { checkIfMatch } from '../http/etag.ts';
import { applyChanges } from '../table/apply-changes.ts';
import { decideAndWrite } from '../table/commit.ts';
import { getParent } from '../table/get-entity.ts';
import { tenantKey, tenantPartition } from '../table/keys.ts';
import { changeEntity } from '../table/manage-entity.ts';
import type { Table } from '../table/table.ts';
import { deleteUnchanged } from '../table/writes.ts';
import type { AuthenticatedUser } from '../tokens/token-store.ts';
import { type Tenant, type tenantChangesSchema, tenantSchema } from './tenant.ts';
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
  tenant: Tenant,
  changes: z.infer<typeof tenantChangesSchema>,
  { caller, ifMatch, at }: ChangeContext,
): Promise<Tenant> {
  return changeEntity(table, TENANTS, tenant, ifMatch, (current) => {
    const changed = applyChanges(current, changes, at);
    if (current.id === caller.tenantId && changed.status !== current.status) {
      throw new ApiError('own_tenant_protected');
    }
    return { changed };
  });
}

/** Deletes a tenant of which nothing but its own record is left. */
export async function deleteTenant(
  table: Table,
  tenant: Tenant,
  { caller, ifMatch }: Omit<ChangeContext, 'at'>,
): Promise<void> {
  if (tenant.id === caller.tenantId) throw new ApiError('own_tenant_protected');
  const load = reload(table, tenant);
  await decideAndWrite(table, await load(), load, async ({ entity, children }) => {
    checkIfMatch(ifMatch, entity);
    // In this order: alerts outlive the sites that they were raised at, but none is raised after the last site.
    if (children > 0 || (await hasAlerts(table, entity.id))) throw new ApiError('tenant_not_empty');
    return { writes: [deleteUnchanged(table, tenantKey(entity.id), entity)], result: undefined };
  });
}

async function hasAlerts(table: Table, tenantId: string): Promise<boolean> {
  const { Count } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :tenant AND begins_with(sk, :alert)',
      ExpressionAttributeValues: { ':tenant': tenantPartition(tenantId), ':alert': 'ALERT#' },
      ConsistentRead: true,
      Select: 'COUNT',
      Limit: 1,
    }),
  );
  return (Count ?? 0) > 0;
}

function reload(table: Table, { id }: Tenant) {
  return () => getParent(table, tenantKey(id), tenantSchema);
}
