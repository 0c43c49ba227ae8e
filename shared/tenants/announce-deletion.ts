import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { ALERTS } from '../alerts/alert.ts';
import { CHILD_COUNT, DELETION } from '../table/attributes.ts';
import { deleteItem } from '../table/change-item.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { attribute, EXISTS, expression, expressionInput } from '../table/expression.ts';
import { inPartition } from '../table/in-partition.ts';
import { tenantKey, tenantPartition } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { Version } from '../table/version.ts';
import { updateItem } from '../table/writes.ts';

/**
 * Alerts are not counted at their tenant, for raising one must not wait for another. So a tenant is deleted in steps:
 * the deletion is announced at the tenant, then alerts are looked for, and only then is the tenant deleted. Whoever
 * raises an alert looks for the announcement after writing. Whichever comes first, the other sees it.
 */

/** Announces a deletion while nothing is counted as the tenant's child. */
export function announceDeletion(table: Table, tenantId: string, deletionId: string): GuardedWrite {
  const children = attribute(CHILD_COUNT);
  const expressions = {
    update: expression`SET ${attribute(DELETION)} = ${deletionId}`,
    condition: expression`${EXISTS} AND (attribute_not_exists(${children}) OR ${children} = ${0})`,
  };
  return updateItem(table, tenantKey(tenantId), expressions, 'stale');
}

/** Deletes a tenant of a version while its deletion is still announced. */
export function deleteAnnounced(
  table: Table,
  tenantId: string,
  version: Version,
  deletionId: string,
): GuardedWrite {
  return deleteItem(table, tenantKey(tenantId), version, expression`${attribute(DELETION)} = ${deletionId}`);
}

/** Takes the announcement back. */
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
