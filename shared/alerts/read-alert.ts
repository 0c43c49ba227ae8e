import { getItem } from '../table/get-item.ts';
import type { Table } from '../table/table.ts';
import { ALERTS, type Alert } from './alert.ts';
import { type Claimant, findOpenAlert, withOccurrences } from './open-alert.ts';

/** An alert as it is now, with what was counted beside it, strongly consistent. */
export async function readAlert(table: Table, tenantId: string, id: string): Promise<Alert | undefined> {
  const item = await getItem(table, ALERTS.key(tenantId, id));
  return item && countedAlert(table, ALERTS.read(item));
}

/** An alert that was just read, with what was counted beside it. */
export async function countedAlert(table: Table, alert: Claimant): Promise<Alert> {
  return withOccurrences(alert.entity, await findOpenAlert(table, alert));
}
