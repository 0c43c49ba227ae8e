import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { ALERTS } from '../alerts/alert.ts';
import { DELETION } from '../table/attributes.ts';
import { deleteItem, HAS_NO_CHILDREN } from '../table/change-item.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { allOf, attribute, EXISTS, expression, expressionInput } from '../table/expression.ts';
import { inPartition } from '../table/in-partition.ts';
import { tenantKey, tenantPartition } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { Version } from '../table/version.ts';
import { updateItem } from '../table/writes.ts';

/**
 * Tenants do not count their alerts, so that concurrent alerts do not wait for each other. So a tenant is deleted in
 * steps: announce the deletion at the tenant, look for alerts, delete the tenant. Raising an alert checks the
 * announcement after its write. Whichever comes first, the other one sees it.
 */

/** Announces a deletion if the tenant has no children. */
export function announceDeletion(table: Table, tenantId: string, deletionId: string): GuardedWrite {
  const expressions = {
    update: expression`SET ${attribute(DELETION)} = ${deletionId}`,
    condition: allOf(EXISTS, HAS_NO_CHILDREN),
  };
  return updateItem(table, tenantKey(tenantId), expressions, 'stale');
}

/** Deletes a tenant of this version if its deletion is still announced. */
export function deleteAnnounced(
  table: Table,
  tenantId: string,
  version: Version,
  deletionId: string,
): GuardedWrite {
  return deleteItem(table, tenantKey(tenantId), version, expression`${attribute(DELETION)} = ${deletionId}`);
}

export function withdrawDeletion(table: Table, tenantId: string, deletionId: string): GuardedWrite {
  const deletion = attribute(DELETION);
  const expressions = {
    update: expression`REMOVE ${deletion}`,
    condition: expression`${deletion} = ${deletionId}`,
  };
  return updateItem(table, tenantKey(tenantId), expressions, 'own');
}

export async function hasAlerts(table: Table, tenantId: string): Promise<boolean> {
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
