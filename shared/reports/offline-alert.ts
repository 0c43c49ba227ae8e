import { decideAction } from '../alerts/act-on-alert.ts';
import type { ActionContext, ActionTime, AlertActionContext } from '../alerts/action-context.ts';
import { choosePlan, type PlanRule } from '../alerts/choose-plan.ts';
import { creationWrites, newAlert, onTest } from '../alerts/create-alert.ts';
import { stepsFrom } from '../alerts/escalation-steps.ts';
import { findAlert } from '../alerts/find-alert.ts';
import { originKeys, readOrigin, testedAlert } from '../alerts/raise-facts.ts';
import { GUARD_ITSELF } from '../base/actor.ts';
import type { Escalation, Reminders } from '../base/severities.ts';
import { DEVICES, type Device, type StoredDevice } from '../devices/device.ts';
import { offlineAlertId, watchKey } from '../devices/heartbeat.ts';
import { readListedTests } from '../sites/listed-test.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { findTest } from '../test-mode/site-test.ts';
import { recordTrouble } from '../test-mode/trouble.ts';

interface OfflineAlert {
  readonly id: string;
  readonly lastSeen: string;
  /** The escalation of the tenant, which that of the site overrides. */
  readonly escalation: Escalation;
  readonly reminders: Reminders;
  /** The rules of the tenant's active action plans. */
  readonly plans: readonly PlanRule[];
  readonly now: Date;
  /** The note of the alert's first history entry. */
  readonly note?: string;
}

interface PlannedAlert {
  /** The id of the test, if the device is on test. The alert is then a test alert. */
  readonly testId: string | undefined;
  /** The writes that raise the alert, or record the test alert with its trouble. */
  readonly writes: readonly GuardedWrite[];
}

/** Prepares the offline alert of a device. It escalates as all alerts of its site do. */
export async function planOfflineAlert(
  table: Table,
  device: Device,
  { id, lastSeen, escalation, reminders, plans, now, note }: OfflineAlert,
  context: ActionContext,
): Promise<PlannedAlert> {
  const place = { site_id: device.site_id, zone_id: device.zone_id, device_id: device.id };
  const [site, zone] = await batchGet(table, originKeys(device.tenant_id, place).slice(0, 2));
  const origin = readOrigin(place, { site, zone, device: DEVICES.item(device) });
  const report = {
    type: 'device-offline',
    severity: device.offline_severity,
    message: `No sign of life from ${device.name}`,
    occurred_at: lastSeen,
  };
  const test = findTest(readListedTests(site), testedAlert(origin, report, context), now);
  const created = newAlert(id, origin, report, context);
  const alert = test ? onTest(created, test.id) : created;
  const pending = stepsFrom(alert, origin.site.escalation ?? escalation, alert.created_at);
  const begin = {
    pending,
    reminders,
    plan: test ? undefined : choosePlan(plans, alert),
    ...(note === undefined ? {} : { note }),
  };
  const writes = creationWrites(table, alert, context, begin);
  if (!test) return { testId: undefined, writes };
  const trouble = { testId: test.id, subject: watchKey(device.tenant_id, device.id), alertId: id };
  return { testId: test.id, writes: [...writes, ...recordTrouble(table, device.tenant_id, trouble)] };
}

/** Makes the writes that resolve the offline alert of a device; none if that alert is not open. */
export async function resolveOfflineAlert(
  table: Table,
  { entity, watch }: StoredDevice,
  time: ActionTime & Pick<AlertActionContext, 'retentionDays'>,
  { note, writeId }: { readonly note: string; readonly writeId: string },
): Promise<readonly GuardedWrite[]> {
  const alertId = offlineAlertId(watch);
  const stored = alertId && (await findAlert(table, entity.tenant_id, alertId));
  if (!stored) return [];
  const context = { ...time, actor: GUARD_ITSELF, note };
  // An offline alert has no claim, because it has no dedup key.
  return decideAction(table, stored, 'resolve', context, { open: undefined, writeId }).writes;
}
