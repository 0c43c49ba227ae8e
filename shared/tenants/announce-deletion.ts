import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { ALERTS } from '../alerts/alert.ts';
import { CHILD_COUNT, DELETION } from '../table/attributes.ts';
import { deleteItem } from '../table/change-item.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { tenantKey, tenantPartition } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { Version } from '../table/version.ts';

/**
 * Tenants do not count their alerts, so that concurrent alerts do not wait for each other. So a tenant is deleted in
 * steps: announce the deletion at the tenant, look for alerts, delete the tenant. Raising an alert checks the
 * announcement after its write. Whichever comes first, the other one sees it.
 */

/** Announces a deletion if the tenant has no children. */
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

/** Deletes a tenant of this version if its deletion is still announced. */
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

/** Withdraws the announcement. */
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
