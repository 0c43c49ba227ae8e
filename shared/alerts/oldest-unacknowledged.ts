import { readPartition } from '../lists/read-partition.ts';
import type { Table } from '../table/table.ts';
import { ALERTS, type Alert, type AlertSeverity } from './alert.ts';
import { planAlertList } from './plan-alert-list.ts';

/**
 * The oldest alert of a severity that nobody has acknowledged, of all tenants. Reads active alerts only, from the oldest
 * of each shard to the first of that severity.
 */
export async function findOldestUnacknowledged(
  table: Table,
  severity: AlertSeverity,
): Promise<Alert | undefined> {
  const { partitions, ...plan } = planAlertList({ kind: 'platform' }, { status: 'active', severity });
  const read = readPartition(table, ALERTS.schema, plan);
  const oldestFirst = { direction: 'prev', beyond: undefined, count: 1 } as const;
  const oldest = await Promise.all(partitions.map((partition) => read(partition, oldestFirst)));
  return oldest.flat().toSorted((a, b) => (a.id < b.id ? -1 : 1))[0];
}
