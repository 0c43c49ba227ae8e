import { choosePlan, type PlanRule } from '../action-plans/choose-plan.ts';
import type { ActionContext } from '../alerts/action-context.ts';
import { creationWrites } from '../alerts/create-alert.ts';
import { stepsFrom } from '../alerts/escalation-steps.ts';
import { newAlert } from '../alerts/new-alert.ts';
import { originKeys, readOrigin } from '../alerts/origin.ts';
import { testedAlert } from '../alerts/raise-facts.ts';
import { onTest } from '../alerts/test-alert.ts';
import { DEVICES, type Device } from '../devices/device.ts';
import { watchKey } from '../devices/heartbeat.ts';
import type { Escalation } from '../escalation.ts';
import { readListedTests } from '../sites/listed-test.ts';
import { batchGet } from '../table/batch-get.ts';
import type { GuardedWrite } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import { findTest } from '../tests/match-test.ts';
import { recordTrouble } from '../tests/trouble.ts';

interface OfflineAlert {
  readonly id: string;
  readonly lastSeen: string;
  /** The escalation of the tenant; that of the site overrides it. */
  readonly escalation: Escalation;
  /** The rules of the tenant's active action plans. */
  readonly plans: readonly PlanRule[];
  readonly now: Date;
  /** The note of its first history entry. */
  readonly note?: string;
}

interface PlannedAlert {
  /** The test during which it is recorded, if the device is on test. */
  readonly testId: string | undefined;
  /** The writes that raise it, or record it with its trouble. */
  readonly writes: readonly GuardedWrite[];
}

/** The offline alert of a device, which escalates like every alert of its site. */
export async function planOfflineAlert(
  table: Table,
  device: Device,
  { id, lastSeen, escalation, plans, now, note }: OfflineAlert,
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
    plan: test ? undefined : choosePlan(plans, alert),
    ...(note === undefined ? {} : { note }),
  };
  const writes = creationWrites(table, alert, context, begin);
  if (!test) return { testId: undefined, writes };
  const trouble = { testId: test.id, subject: watchKey(device.tenant_id, device.id), alertId: id };
  return { testId: test.id, writes: [...writes, ...recordTrouble(table, device.tenant_id, trouble)] };
}
