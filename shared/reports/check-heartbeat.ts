import { type ActionTime, actionTime } from '../alerts/action-context.ts';
import { readDirectory } from '../alerts/plan-directory.ts';
import { GUARD_ITSELF } from '../base/actor.ts';
import type { RandomBytes } from '../base/ids.ts';
import { readTenantEscalation, readTenantReminders } from '../base/severities.ts';
import { formatTimestamp } from '../base/time.ts';
import type { WatchWrites } from '../devices/change-devices.ts';
import { DEVICES, type Device, type StoredDevice } from '../devices/device.ts';
import type { DeviceIds } from '../devices/find-devices.ts';
import {
  deviceOfWatch,
  heartbeatDeadline,
  isOnline,
  type OnlineWatch,
  offlineWatch,
  readWatch,
  type StoredWatch,
  watchAfterChange,
  watchItem,
  watchKey,
} from '../devices/heartbeat.ts';
import { recordStatus, timeOfChange } from '../devices/record-status.ts';
import { changeItem, deleteItem } from '../table/change-item.ts';
import { commit, type GuardedWrite } from '../table/commit.ts';
import { decideAndWrite } from '../table/decide-and-write.ts';
import type { OwnHeartbeat, TimerWork } from '../table/due-timers.ts';
import { allOf, expression } from '../table/expression.ts';
import { type ItemKey, planDirectoryKey, tenantKey } from '../table/keys.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { hasVersion, readVersion } from '../table/version.ts';
import { deleteAny, updateItem } from '../table/writes.ts';
import { TENANTS } from '../tenants/tenant.ts';
import { planOfflineAlert, resolveOfflineAlert } from './offline-alert.ts';
import { isOverdue } from './record-heartbeat.ts';

/**
 * Handles the timers of watched devices: marks a device offline if its heartbeat is overdue; otherwise moves the timer to the
 * new deadline. A heartbeat is only overdue if Guard received its own heartbeat after the deadline. The history entry of the
 * status change expires after `retentionDays`.
 */
export const heartbeatWork = (retentionDays: number): TimerWork => ({
  // Devices with an overdue heartbeat come first, because nearly all others are online.
  canWait: (item, { ownHeartbeat }) => {
    const stored = readWatch(item);
    return !ownHeartbeat || !isOnline(stored) || !isOverdue(stored.watch, ownHeartbeat);
  },
  async run(item, { table, now, randomBytes, ownHeartbeat }) {
    const stored = readWatch(item);
    if (!ownHeartbeat || !isOnline(stored)) return;
    const key = { pk: String(item['pk']), sk: String(item['sk']) };
    if (isOverdue(stored.watch, ownHeartbeat)) {
      await markOffline(table, deviceOfWatch(key), { ownHeartbeat, now, randomBytes, retentionDays });
    } else {
      await postpone(table, key, stored, ownHeartbeat);
    }
  },
});

/** Moves the timer to the deadline. If another write has already moved it, the refusal of this one is ignored. */
async function postpone(
  table: Table,
  key: ItemKey,
  { watch, version }: StoredWatch<OnlineWatch>,
  { resumedAt }: OwnHeartbeat,
): Promise<void> {
  const deadline = formatTimestamp(heartbeatDeadline(watch, resumedAt));
  if (deadline <= watch.due) return;
  const update = expression`SET #due = ${deadline}`;
  const condition = allOf(hasVersion(version), expression`#due = ${watch.due}`);
  await commit(table, [updateItem(table, key, { update, condition }, 'stale')]);
}

interface MarkContext {
  readonly ownHeartbeat: OwnHeartbeat;
  readonly now: Date;
  readonly randomBytes: RandomBytes;
  /** After how many days the history entry of the status change expires. */
  readonly retentionDays: number;
}

/**
 * Marks a device offline, unless a heartbeat has arrived meanwhile. One transaction changes the watch and the status, adds
 * the history entry and raises the offline alert. On test, it records a test alert instead. In a tenant that is not active it
 * raises no alert, because Guard rejects the heartbeats of that tenant's devices.
 */
export async function markOffline(
  table: Table,
  device: DeviceIds,
  { ownHeartbeat, now, randomBytes, retentionDays }: MarkContext,
): Promise<void> {
  const context = { ...actionTime(now, randomBytes), actor: GUARD_ITSELF };
  const alertId = context.newId(context.at);
  const load = () => loadWatched(table, device);
  await decideAndWrite(
    table,
    await load(),
    load,
    async ({ watch, stored, isActive, escalation, reminders, plans }, writeId) => {
      if (!isOnline(watch) || !isOverdue(watch.watch, ownHeartbeat)) return NOTHING;
      // In a restored backup, which is not consistent across items, the watch of a deleted device may be left.
      const key = watchKey(device.tenantId, device.deviceId);
      if (!stored) return { writes: [deleteItem(table, key, watch.version)], result: undefined };
      const { entity, version } = stored;
      const { last_seen } = watch.watch;
      const changed = {
        ...entity,
        status: 'offline',
        last_seen_at: last_seen,
        updated_at: timeOfChange(entity, context.at),
      } as const;
      const writes = [
        offlineWrite(table, entity, watch, { alertId: isActive ? alertId : undefined, writeId }),
        changeItem(table, DEVICES.item(entity), DEVICES.item(changed), { version, writeId }),
        ...recordStatus(table, entity, changed, { ...context, retentionDays }),
        ...(isActive
          ? (
              await planOfflineAlert(
                table,
                entity,
                { id: alertId, lastSeen: last_seen, escalation, reminders, plans, now },
                context,
              )
            ).writes
          : []),
      ];
      return { writes, result: undefined };
    },
  );
}

const NOTHING = { writes: [], result: undefined };

async function loadWatched(table: Table, { tenantId, deviceId }: DeviceIds) {
  const keys = [
    watchKey(tenantId, deviceId),
    DEVICES.key(tenantId, deviceId),
    tenantKey(tenantId),
    planDirectoryKey(tenantId),
  ];
  const [watch, device, tenant, directory] = await batchGet(table, keys);
  const stored = device && DEVICES.read(device, watch);
  return {
    watch: readWatch(watch),
    stored,
    isActive: tenant !== undefined && TENANTS.entityOf(tenant).status === 'active',
    escalation: readTenantEscalation(tenant),
    reminders: readTenantReminders(tenant),
    plans: readDirectory(directory),
    version: stored?.version ?? readVersion(undefined),
  };
}

/** Makes the write that marks the watch offline. Refused if a heartbeat has arrived since the watch was read. */
function offlineWrite(
  table: Table,
  device: Device,
  { watch, version }: StoredWatch<OnlineWatch>,
  { alertId, writeId }: { readonly alertId: string | undefined; readonly writeId: string },
): GuardedWrite {
  const after = watchItem(device, offlineWatch(watch, alertId));
  const condition = expression`#last_seen = ${watch.last_seen}`;
  return changeItem(table, watchItem(device, watch), after, { version, writeId, condition });
}

/**
 * Makes the writes to a device's watch when the device is changed or deleted, for the transaction of that change. If the
 * device is no longer watched, they also resolve its offline alert.
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

/**
 * Makes the write that deletes a watch. It has no condition, because a heartbeat may have created the watch since the device
 * was read.
 */
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
