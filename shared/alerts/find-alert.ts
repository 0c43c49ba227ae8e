import { getItem } from '../table/get-item.ts';
import type { Table } from '../table/table.ts';
import { ALERTS, type StoredAlert } from './alert.ts';

/** Reads the item of an alert, strongly consistent. Its occurrences may lag: `readAlert` includes those of its claim. */
export async function findAlert(
  table: Table,
  tenantId: string,
  id: string,
): Promise<StoredAlert | undefined> {
  const item = await getItem(table, ALERTS.key(tenantId, id));
  return item && ALERTS.read(item);
}
