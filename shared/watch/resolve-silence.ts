import { GUARD_ITSELF } from '../actor.ts';
import { decideAction } from '../alerts/act-on-alert.ts';
import { ALERTS } from '../alerts/alert.ts';
import type { Doing } from '../alerts/history.ts';
import type { StoredDevice } from '../devices/device.ts';
import { alertOfSilence } from '../devices/watch.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { getItem } from '../table/get-item.ts';
import type { Table } from '../table/table.ts';

/** When something is done by Guard itself, and what ids are made of. */
export type GuardsDoing = Omit<Doing, 'actor'>;

/** What is written to resolve the alert that a device's silence raised: nothing, where it is not open any more. */
export async function resolveSilence(
  table: Table,
  { entity, watch }: StoredDevice,
  doing: GuardsDoing,
  { note, writeId }: { readonly note: string; readonly writeId: string },
): Promise<readonly GuardedWrite[]> {
  const alertId = alertOfSilence(watch);
  const item = alertId && (await getItem(table, ALERTS.key(entity.tenant_id, alertId)));
  if (!item) return [];
  const acting = { ...doing, actor: GUARD_ITSELF, note };
  // It has no dedup key, and so nothing is counted beside it.
  return decideAction(table, ALERTS.read(item), 'resolve', acting, { open: undefined, writeId }).writes;
}
