import type { ActionTime } from '../alerts/action-context.ts';
import type { Device, StoredDevice } from '../devices/device.ts';
import { watchAfterChange, watchItem, watchKey } from '../devices/heartbeat.ts';
import type { WatchWrites } from '../devices/update-device.ts';
import { changeItem } from '../table/change-item.ts';
import type { GuardedWrite } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import { readVersion } from '../table/version.ts';
import { deleteAny } from '../table/writes.ts';
import { resolveOfflineAlert } from './resolve-offline-alert.ts';

/**
 * The writes to the watch of a device that is changed or deleted. They also resolve its offline alert when it is no longer
 * watched. They belong to the transaction of the device.
 */
export function watchWrites(table: Table, time: ActionTime): WatchWrites {
  return async (before, after, writeId) => {
    const resolve = (note: string) => resolveOfflineAlert(table, before, time, { note, writeId });
    if (!after) return [endWatch(table, before.entity), ...(await resolve('The device was deleted.'))];
    if (after.heartbeat_seconds === before.entity.heartbeat_seconds) return [];
    return [
      changeWatch(table, before, after, { at: time.at, writeId }),
      ...(after.heartbeat_seconds === null ? await resolve('The device is not watched any more.') : []),
    ];
  };
}

/** Deletes without a condition, because a heartbeat may have created the watch since the device was read. */
function endWatch(table: Table, { tenant_id, id }: Device): GuardedWrite {
  return deleteAny(table, watchKey(tenant_id, id));
}

function changeWatch(
  table: Table,
  { watch: stored }: StoredDevice,
  after: Device,
  { at, writeId }: { readonly at: string; readonly writeId: string },
): GuardedWrite {
  const before = watchItem(after, stored?.watch);
  const watch = watchAfterChange(after, stored?.watch, new Date(at));
  const version = stored?.version ?? readVersion(undefined);
  return changeItem(table, before, watchItem(after, watch), { version, writeId });
}
