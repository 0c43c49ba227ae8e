import type { ActionTime } from '../alerts/action-context.ts';
import type { StoredAlert } from '../alerts/alert.ts';
import { choosePlan } from '../alerts/choose-plan.ts';
import { closeTrouble } from '../alerts/close-trouble.ts';
import { creationWrites, newAlert } from '../alerts/create-alert.ts';
import { type Claim, deleteClaim, readOpenAlert } from '../alerts/dedup-key.ts';
import { stepsFrom } from '../alerts/escalation-steps.ts';
import { findAlert } from '../alerts/find-alert.ts';
import { readDirectory } from '../alerts/plan-directory.ts';
import { originKeys } from '../alerts/raise-facts.ts';
import { GUARD_ITSELF } from '../base/actor.ts';
import { readTenantEscalation, readTenantReminders } from '../base/severities.ts';
import { DEVICES } from '../devices/device.ts';
import { SITES } from '../sites/site.ts';
import { ZONES } from '../sites/zone.ts';
import { commit, type GuardedWrite } from '../table/commit.ts';
import { untilSettled } from '../table/decide-and-write.ts';
import { expression } from '../table/expression.ts';
import { planDirectoryKey, tenantIdOf, tenantKey } from '../table/keys.ts';
import { batchGet, getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { updateItem } from '../table/writes.ts';
import { findTest } from '../test-mode/site-test.ts';
import { forgetTrouble, recordTrouble, type Trouble } from '../test-mode/trouble.ts';

/** The note of the first history entry of an alert that surfaces. */
export const SURFACING_NOTE = 'It was reported during a test and had not ended when the test did.';

/**
 * Raises an alert for what was reported on test under a dedup key and not resolved, unless another test of the site still
 * covers it. In that case it becomes the trouble of that test. There is exactly one alert: the same transaction moves the
 * claim to the alert, and is refused if a report or a resolve has changed or deleted the claim.
 */
export function surfaceReport(table: Table, trouble: Trouble, now: Date, time: ActionTime): Promise<void> {
  const writeId = table.newWriteId();
  const context = { ...time, actor: GUARD_ITSELF, writeId };
  return untilSettled<void>(table, async () => {
    const item = await getItem(table, trouble.subject);
    const claim = item && { key: trouble.subject, open: readOpenAlert(item) };
    const isIts = claim?.open.alertId === trouble.alertId && claim.open.testId === trouble.testId;
    if (!claim || !isIts) {
      await commit(table, [forgetTrouble(table, trouble)]);
      return SETTLED;
    }
    const stored = await findAlert(table, tenantIdOf(trouble.subject), trouble.alertId);
    const place = stored && (await findPlace(table, stored));
    if (!stored || !place) {
      const writes = [forgetTrouble(table, trouble), deleteClaim(table, claim)];
      return (await commit(table, writes)) === 'written' ? SETTLED : undefined;
    }
    const writes = await surface(table, { trouble, claim, stored, place, now }, context);
    return (await commit(table, writes)) === 'written' ? SETTLED : undefined;
  });
}

const SETTLED = { result: undefined };

interface Surfacing {
  readonly trouble: Trouble;
  readonly claim: Claim;
  readonly stored: StoredAlert;
  readonly place: NonNullable<Awaited<ReturnType<typeof findPlace>>>;
  readonly now: Date;
}

async function surface(
  table: Table,
  { trouble, claim, stored, place, now }: Surfacing,
  context: ActionTime & { readonly actor: typeof GUARD_ITSELF; readonly writeId: string },
): Promise<readonly GuardedWrite[]> {
  const { entity, dedupScope } = stored;
  const { site, zone, device, zoneOfDevice, escalation, reminders, plans } = place;
  const zoneId = entity.zone_id ?? zoneOfDevice;
  const reported = {
    type: entity.type,
    zoneId,
    deviceId: entity.device_id ?? undefined,
    raisedBy: 'key',
  } as const;
  const other = findTest(site.tests, reported, now);
  if (other) return handOver(table, trouble, claim, other.id);
  const alert = newAlert(
    context.newId(context.at),
    { site: site.entity, zone, device },
    {
      type: entity.type,
      severity: claim.open.severity,
      message: entity.message,
      dedup_key: entity.dedup_key ?? undefined,
      occurred_at: entity.occurred_at,
      metadata: entity.metadata,
      reported_at: entity.reported_at,
    },
    context,
  );
  const pending = stepsFrom(alert, site.entity.escalation ?? escalation, alert.created_at);
  const { writes } = await closeTrouble(table, claim, trouble.testId, context);
  const plan = choosePlan(plans, alert);
  const beginning = { pending, reminders, dedupScope, plan, surfacing: claim, note: SURFACING_NOTE };
  return [...creationWrites(table, alert, context, beginning), ...writes];
}

/** Makes the writes that hand trouble over from one test to another. */
function handOver(table: Table, trouble: Trouble, { key, open }: Claim, testId: string): GuardedWrite[] {
  const update = expression`SET #test_id = ${testId}`;
  const condition = expression`#alert_id = ${open.alertId}`;
  return [
    updateItem(table, key, { update, condition }, 'stale'),
    ...recordTrouble(table, tenantIdOf(key), { ...trouble, testId }),
    forgetTrouble(table, trouble),
  ];
}

/**
 * Finds the current names and places of an alert; `undefined` if its site was deleted. If its zone or device was deleted, the
 * data of the alert are used, because the claim of a device's own dedup key contains the device.
 */
async function findPlace(table: Table, { entity }: StoredAlert) {
  const { tenant_id, site_id, zone_id, zone_name, device_id, device_name } = entity;
  const keys = originKeys(tenant_id, {
    site_id,
    zone_id: zone_id ?? undefined,
    device_id: device_id ?? undefined,
  });
  const [site, zone, device, tenant, plans] = await batchGet(table, [
    ...keys,
    tenantKey(tenant_id),
    planDirectoryKey(tenant_id),
  ]);
  if (!site || !tenant) return undefined;
  const current = device_id !== null && device ? DEVICES.entityOf(device) : undefined;
  return {
    site: SITES.read(site),
    zone: zone_id !== null && zone ? ZONES.entityOf(zone) : named(zone_id, zone_name),
    device: current ?? named(device_id, device_name),
    zoneOfDevice: current?.zone_id ?? undefined,
    escalation: readTenantEscalation(tenant),
    reminders: readTenantReminders(tenant),
    plans: readDirectory(plans),
  };
}

function named(id: string | null, name: string | null) {
  return id === null ? undefined : { id, name: name ?? id };
}
