import { GUARD_ITSELF } from '../actor.ts';
import { type ActionContext, actionTime } from '../alerts/action-context.ts';
import { stepsFrom } from '../alerts/escalation-steps.ts';
import { newAlert } from '../alerts/new-alert.ts';
import { originKeys, readOrigin } from '../alerts/origin.ts';
import { creationWrites } from '../alerts/raise-alert.ts';
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
import { recordStatus, timeOfChange } from '../devices/record-status.ts';
import { type Escalation, readTenantEscalation } from '../escalation.ts';
import type { RandomBytes } from '../ids.ts';
import { batchGet } from '../table/batch-get.ts';
import { changeItem, deleteItem } from '../table/change-item.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { decideAndWrite } from '../table/decide.ts';
import { tenantKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { type Condition, readVersion } from '../table/version.ts';
import { TENANTS } from '../tenants/tenant.ts';
import type { OwnHeartbeat } from '../timers/timer-work.ts';
import { isOverdue } from './is-overdue.ts';

interface SilentDevice {
  readonly tenantId: string;
  readonly deviceId: string;
}

interface Circumstances {
  readonly heard: OwnHeartbeat;
  readonly now: Date;
  readonly randomBytes: RandomBytes;
  /** For how many days the change of its status is kept. */
  readonly retentionDays: number;
}

/**
 * Notes that a device has fallen silent, unless it was heard meanwhile: its watch, its status, the entry of that and the
 * alert in one transaction.
 * In a tenant that is not active, which turns its devices away, there is no alert.
 */
export async function markOffline(
  table: Table,
  device: SilentDevice,
  { heard, now, randomBytes, retentionDays }: Circumstances,
): Promise<void> {
  const doing = { ...actionTime(now, randomBytes), actor: GUARD_ITSELF };
  const alertId = doing.newId(doing.at);
  const load = () => loadWatched(table, device);
  await decideAndWrite(
    table,
    await load(),
    load,
    async ({ watch, stored, isActive, escalation }, writeId) => {
      if (!isOnline(watch) || !isOverdue(watch.watch, heard)) return NOTHING;
      // A release that knows nothing of watches has deleted the device.
      const key = watchKey(device.tenantId, device.deviceId);
      if (!stored) return { writes: [deleteItem(table, key, watch.version)], result: undefined };
      const { entity, version } = stored;
      const { last_seen } = watch.watch;
      const changed = {
        ...entity,
        status: 'offline',
        last_seen_at: last_seen,
        updated_at: timeOfChange(entity, doing.at),
      } as const;
      const writes = [
        goSilent(table, entity, watch, { alertId: isActive ? alertId : undefined, writeId }),
        changeItem(table, DEVICES.item(entity), DEVICES.item(changed), { version, writeId }),
        ...recordStatus(table, entity, changed, { ...doing, retentionDays }),
        ...(isActive
          ? await offlineAlert(table, entity, { id: alertId, lastSeen: last_seen, escalation }, doing)
          : []),
      ];
      return { writes, result: undefined };
    },
  );
}

const NOTHING = { writes: [], result: undefined };

async function loadWatched(table: Table, { tenantId, deviceId }: SilentDevice) {
  const keys = [watchKey(tenantId, deviceId), DEVICES.key(tenantId, deviceId), tenantKey(tenantId)];
  const [watch, device, tenant] = await batchGet(table, keys);
  const stored = device && DEVICES.read(device, watch);
  return {
    watch: readWatch(watch),
    stored,
    isActive: tenant !== undefined && TENANTS.entityOf(tenant).status === 'active',
    escalation: readTenantEscalation(tenant),
    version: stored?.version ?? readVersion(undefined),
  };
}

/** While nothing was heard of it since the watch was read. */
function goSilent(
  table: Table,
  device: Device,
  { watch, version }: StoredWatch<OnlineWatch>,
  { alertId, writeId }: { readonly alertId: string | undefined; readonly writeId: string },
): GuardedWrite {
  const further: Condition = {
    expression: '#last_seen = :read_last_seen',
    names: { '#last_seen': 'last_seen' },
    values: { ':read_last_seen': watch.last_seen },
  };
  const after = offlineWatch(watch, alertId);
  return changeItem(table, watchItem(device, watch), watchItem(device, after), { version, writeId, further });
}

/** What is written for the alert, which escalates as any other of its site. */
async function offlineAlert(
  table: Table,
  device: Device,
  {
    id,
    lastSeen,
    escalation,
  }: { readonly id: string; readonly lastSeen: string; readonly escalation: Escalation },
  doing: ActionContext,
): Promise<GuardedWrite[]> {
  const place = { site_id: device.site_id, zone_id: device.zone_id, device_id: device.id };
  const [site, zone] = await batchGet(table, originKeys(device.tenant_id, place).slice(0, 2));
  const origin = readOrigin(place, { site, zone, device: DEVICES.item(device) });
  const report = {
    type: 'device-offline',
    severity: device.offline_severity,
    message: `No sign of life from ${device.name}`,
    // Since when is a time, which each reader shows in their own way.
    occurred_at: lastSeen,
  };
  const alert = newAlert(id, origin, report, doing);
  const pending = stepsFrom(alert, origin.site.escalation ?? escalation, alert.created_at);
  return creationWrites(table, alert, doing, { pending });
}
