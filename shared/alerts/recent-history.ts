import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { expressionInput } from '../table/expression.ts';
import { inPartition } from '../table/in-partition.ts';
import { tenantPartition } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { Alert } from './alert.ts';
import { RECENT_ENTRIES } from './alert-details.ts';
import { ALERT_EVENTS, type AlertEvent } from './alert-event.ts';

/** The newest entries of an alert's history, newest first, strongly consistent. */
export async function readRecentHistory(
  table: Table,
  { tenant_id, id }: Pick<Alert, 'tenant_id' | 'id'>,
): Promise<AlertEvent[]> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      ...expressionInput({ key: inPartition(tenantPartition(tenant_id), ALERT_EVENTS.prefix(id)) }),
      ScanIndexForward: false,
      Limit: RECENT_ENTRIES,
      ConsistentRead: true,
    }),
  );
  return Items.map(ALERT_EVENTS.peek);
}

/** Whether a history that was read before its alert lacks the alert's last change, which has the alert's `updated_at`. */
export function isBehind(
  [newest]: readonly AlertEvent[],
  { updated_at }: Pick<Alert, 'updated_at'>,
): boolean {
  return newest === undefined || newest.at < updated_at;
}
