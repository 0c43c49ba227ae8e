import { readDirectory } from '../action-plans/plan-directory.ts';
import { GUARD_ITSELF } from '../actor.ts';
import { actionTime } from '../alerts/action-context.ts';
import { DEVICES, type Device } from '../devices/device.ts';
import {
  isOnline,
  type OnlineWatch,
  offlineWatch,
  readWatch,
  type StoredWatch,
  watchItem,
  watchKey,
} from '../devices/heartbeat.ts';
import type { DeviceIds } from '../devices/load-device.ts';
import { recordStatus, timeOfChange } from '../devices/record-status.ts';
import { readTenantEscalation } from '../escalation.ts';
import type { RandomBytes } from '../ids.ts';
import { batchGet } from '../table/batch-get.ts';
import { changeItem, deleteItem } from '../table/change-item.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { decideAndWrite } from '../table/decide.ts';
import { expression } from '../table/expression.ts';
import { planDirectoryKey, tenantKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { readVersion } from '../table/version.ts';
import { TENANTS } from '../tenants/tenant.ts';
import type { OwnHeartbeat } from '../timers/timer-work.ts';
import { isOverdue } from './is-overdue.ts';
import { planOfflineAlert } from './offline-alert.ts';

interface MarkContext {
  readonly ownHeartbeat: OwnHeartbeat;
  readonly now: Date;
  readonly randomBytes: RandomBytes;
  /** The retention of the entry of the status change. */
  readonly retentionDays: number;
}

/**
 * Marks a device offline, unless a heartbeat has arrived meanwhile: its watch, its status, the entry of the status change and
 * the offline alert, in one transaction. On test, the alert is recorded as a test. Raises no alert in a tenant that is not
 * active, because Guard rejects the heartbeats of its devices.
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
    async ({ watch, stored, isActive, escalation, plans }, writeId) => {
      if (!isOnline(watch) || !isOverdue(watch.watch, ownHeartbeat)) return NOTHING;
      // A release without watches has deleted the device.
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
                { id: alertId, lastSeen: last_seen, escalation, plans, now },
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
    plans: readDirectory(directory),
    version: stored?.version ?? readVersion(undefined),
  };
}

/** Refused if a heartbeat has arrived since the watch was read. */
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
