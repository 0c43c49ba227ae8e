import { GUARD_ITSELF } from '../actor.ts';
import { decideAction } from '../alerts/act-on-alert.ts';
import type { ActionTime } from '../alerts/action-context.ts';
import { findAlert } from '../alerts/find-alert.ts';
import type { StoredDevice } from '../devices/device.ts';
import { offlineAlertId } from '../devices/heartbeat.ts';
import type { GuardedWrite } from '../table/commit.ts';
import type { Table } from '../table/table.ts';

/** The writes that resolve the offline alert of a device; none if it is not open. */
export async function resolveOfflineAlert(
  table: Table,
  { entity, watch }: StoredDevice,
  time: ActionTime,
  { note, writeId }: { readonly note: string; readonly writeId: string },
): Promise<readonly GuardedWrite[]> {
  const alertId = offlineAlertId(watch);
  const stored = alertId && (await findAlert(table, entity.tenant_id, alertId));
  if (!stored) return [];
  const context = { ...time, actor: GUARD_ITSELF, note };
  // Without a dedup key it has no claim.
  return decideAction(table, stored, 'resolve', context, { open: undefined, writeId }).writes;
}
