import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { ALERTS } from '../alerts/alert.ts';
import { CHILD_COUNT, DELETION } from '../table/attributes.ts';
import { deleteItem } from '../table/change-item.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { tenantKey, tenantPartition } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { Version } from '../table/version.ts';

/**
 * Alerts are not counted at their tenant, for raising one must not wait for another. So a tenant is deleted in steps:
 * the deletion is announced at the tenant, then alerts are looked for, and only then is the tenant deleted. Whoever
 * raises an alert looks for the announcement after writing. Whichever comes first, the other sees it.
 */

/** Announces a deletion while nothing is counted as the tenant's child. */
export function announceDeletion(table: Table, tenantId: string, deletionId: string): GuardedWrite {
  const write = {
    Update: {
      TableName: table.name,
      Key: tenantKey(tenantId),
      UpdateExpression: 'SET #deletion = :id',
      ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(#children) OR #children = :none)',
      ExpressionAttributeNames: { '#deletion': DELETION, '#children': CHILD_COUNT },
      ExpressionAttributeValues: { ':id': deletionId, ':none': 0 },
    },
  };
  return { write, refused: 'stale' };
}

/** Deletes a tenant of a version while its deletion is still announced. */
export function deleteAnnounced(
  table: Table,
  tenantId: string,
  version: Version,
  deletionId: string,
): GuardedWrite {
  return deleteItem(table, tenantKey(tenantId), version, {
    expression: '#deletion = :deletion',
    names: { '#deletion': DELETION },
    values: { ':deletion': deletionId },
  });
}

/** Takes the announcement back. */
export function withdrawDeletion(table: Table, tenantId: string, deletionId: string): GuardedWrite {
  const write = {
    Update: {
      TableName: table.name,
      Key: tenantKey(tenantId),
      UpdateExpression: 'REMOVE #deletion',
      ConditionExpression: '#deletion = :id',
      ExpressionAttributeNames: { '#deletion': DELETION },
      ExpressionAttributeValues: { ':id': deletionId },
    },
  };
  return { write, refused: 'own' };
}

export async function hasAlerts(table: Table, tenantId: string): Promise<boolean> {
  const { Count } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :tenant AND begins_with(sk, :alert)',
      ExpressionAttributeValues: { ':tenant': tenantPartition(tenantId), ':alert': ALERTS.prefix() },
      ConsistentRead: true,
      Select: 'COUNT',
      Limit: 1,
    }),
  );
  return (Count ?? 0) > 0;
}
