import { choosePlan, type PlanRule } from '../action-plans/choose-plan.ts';
import { readDirectory } from '../action-plans/plan-directory.ts';
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
import type { DeviceIds } from '../devices/load-device.ts';
import { recordStatus, timeOfChange } from '../devices/record-status.ts';
import { type Escalation, readTenantEscalation } from '../escalation.ts';
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

interface MarkContext {
  readonly ownHeartbeat: OwnHeartbeat;
  readonly now: Date;
  readonly randomBytes: RandomBytes;
  /** The retention of the entry of the status change. */
  readonly retentionDays: number;
}

/**
 * Marks a device offline, unless a heartbeat has arrived meanwhile: its watch, its status, the entry of the status change and
 * the offline alert, in one transaction. Raises no alert in a tenant that is not active, because Guard rejects the heartbeats
 * of its devices.
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
          ? await offlineAlert(
              table,
              entity,
              { id: alertId, lastSeen: last_seen, escalation, plans },
              context,
            )
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

/** The writes of the offline alert, which escalates like every alert of its site. */
async function offlineAlert(
  table: Table,
  device: Device,
  {
    id,
    lastSeen,
    escalation,
    plans,
  }: {
    readonly id: string;
    readonly lastSeen: string;
    readonly escalation: Escalation;
    readonly plans: readonly PlanRule[];
  },
  context: ActionContext,
): Promise<GuardedWrite[]> {
  const place = { site_id: device.site_id, zone_id: device.zone_id, device_id: device.id };
  const [site, zone] = await batchGet(table, originKeys(device.tenant_id, place).slice(0, 2));
  const origin = readOrigin(place, { site, zone, device: DEVICES.item(device) });
  const report = {
    type: 'device-offline',
    severity: device.offline_severity,
    message: `No sign of life from ${device.name}`,
    occurred_at: lastSeen,
  };
  const alert = newAlert(id, origin, report, context);
  const pending = stepsFrom(alert, origin.site.escalation ?? escalation, alert.created_at);
  return creationWrites(table, alert, context, { pending, plan: choosePlan(plans, alert) });
}
