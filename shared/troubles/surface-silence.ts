import { readDirectory } from '../action-plans/plan-directory.ts';
import { GUARD_ITSELF } from '../actor.ts';
import type { ActionTime } from '../alerts/action-context.ts';
import { DEVICES } from '../devices/device.ts';
import { deviceOfWatch, offlineAlertId, readWatch, watchItem } from '../devices/heartbeat.ts';
import { readTenantEscalation } from '../escalation.ts';
import { planOfflineAlert } from '../heartbeats/offline-alert.ts';
import { batchGet } from '../table/batch-get.ts';
import { changeItem } from '../table/change-item.ts';
import { commit } from '../table/commit.ts';
import { untilSettled } from '../table/decide.ts';
import { planDirectoryKey, tenantKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { includesWrite } from '../table/version.ts';
import { TENANTS } from '../tenants/tenant.ts';
import { forgetTrouble, recordTrouble, type Trouble } from '../tests/trouble.ts';
import { SURFACING_NOTE } from './surface-report.ts';

/**
 * Raises the offline alert of a watched device that fell silent during a test and still is, unless another test covers the
 * device. In that case its silence is the trouble of that test. Exactly one alert: the watch names it in the same
 * transaction, which is refused after a heartbeat.
 */
export function surfaceSilence(table: Table, trouble: Trouble, now: Date, time: ActionTime): Promise<void> {
  const writeId = table.newWriteId();
  const context = { ...time, actor: GUARD_ITSELF };
  const { subject } = trouble;
  const { tenantId, deviceId } = deviceOfWatch(subject);
  return untilSettled<void>(table, async () => {
    const keys = [subject, DEVICES.key(tenantId, deviceId), tenantKey(tenantId), planDirectoryKey(tenantId)];
    const [watched, device, tenant, plans] = await batchGet(table, keys);
    const stored = readWatch(watched);
    if (stored && includesWrite(stored.version, writeId)) return SETTLED;
    const isActive = tenant !== undefined && TENANTS.entityOf(tenant).status === 'active';
    const isSilent = stored !== undefined && offlineAlertId(stored) === trouble.alertId;
    if (!isSilent || stored.watch.state !== 'offline' || !device || !isActive) {
      await commit(table, [forgetTrouble(table, trouble)]);
      return SETTLED;
    }
    const { entity } = DEVICES.read(device, watched);
    const id = context.newId(context.at);
    const offline = {
      id,
      lastSeen: stored.watch.last_seen,
      escalation: readTenantEscalation(tenant),
      plans: readDirectory(plans),
      now,
      note: SURFACING_NOTE,
    };
    const { testId, writes } = await planOfflineAlert(table, entity, offline, context);
    const { watch, version } = stored;
    const after = { ...watch, alert_id: id };
    const change = changeItem(table, watchItem(entity, watch), watchItem(entity, after), {
      version,
      writeId,
    });
    const surfaced =
      testId === undefined ? [change, ...writes] : recordTrouble(table, tenantId, { ...trouble, testId });
    const written = await commit(table, [...surfaced, forgetTrouble(table, trouble)]);
    return written === 'written' ? SETTLED : undefined;
  });
}

const SETTLED = { result: undefined };
