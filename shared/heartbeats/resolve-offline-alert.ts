import { GUARD_ITSELF } from '../actor.ts';
import { decideAction } from '../alerts/act-on-alert.ts';
import type { ActionTime } from '../alerts/action-context.ts';
import { findAlert } from '../alerts/find-alert.ts';
import type { StoredDevice } from '../devices/device.ts';
import { offlineAlertId } from '../devices/heartbeat.ts';
import type { GuardedWrite } from '../table/commit.ts';
import type { Table } from '../table/table.ts';

/** What is written to resolve the alert that a device's silence raised: nothing, where it is not open any more. */
export async function resolveOfflineAlert(
  table: Table,
  { entity, watch }: StoredDevice,
  doing: ActionTime,
  { note, writeId }: { readonly note: string; readonly writeId: string },
): Promise<readonly GuardedWrite[]> {
  const alertId = offlineAlertId(watch);
  const stored = alertId && (await findAlert(table, entity.tenant_id, alertId));
  if (!stored) return [];
  const acting = { ...doing, actor: GUARD_ITSELF, note };
  // It has no dedup key, and so nothing is counted beside it.
  return decideAction(table, stored, 'resolve', acting, { open: undefined, writeId }).writes;
}
