import { GUARD_ITSELF } from '../actor.ts';
import { decideAction } from '../alerts/act-on-alert.ts';
import type { ActionTime } from '../alerts/action-context.ts';
import { ALERTS } from '../alerts/alert.ts';
import type { StoredDevice } from '../devices/device.ts';
import { offlineAlertId } from '../devices/heartbeat.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { getItem } from '../table/get-item.ts';
import type { Table } from '../table/table.ts';

/** What is written to resolve the alert that a device's silence raised: nothing, where it is not open any more. */
export async function resolveOfflineAlert(
  table: Table,
  { entity, watch }: StoredDevice,
  doing: ActionTime,
  { note, writeId }: { readonly note: string; readonly writeId: string },
): Promise<readonly GuardedWrite[]> {
  const alertId = offlineAlertId(watch);
  const item = alertId && (await getItem(table, ALERTS.key(entity.tenant_id, alertId)));
  if (!item) return [];
  const acting = { ...doing, actor: GUARD_ITSELF, note };
  // It has no dedup key, and so nothing is counted beside it.
  return decideAction(table, ALERTS.read(item), 'resolve', acting, { open: undefined, writeId }).writes;
}
