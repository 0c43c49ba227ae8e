import { GUARD_ITSELF } from '../base/actor.ts';
import { readTenantEscalation } from '../base/severities.ts';
import { formatTimestamp } from '../base/time.ts';
import { SITES } from '../sites/site.ts';
import { type Decision, decideAndWrite } from '../table/decide-and-write.ts';
import type { TimerWork } from '../table/due-timers.ts';
import { tenantKey } from '../table/keys.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { type ActionTime, actionTime } from './action-context.ts';
import { ALERTS, type Alert, type StoredAlert } from './alert.ts';
import { changeStored } from './change-stored.ts';
import { current, severityOf } from './escalate.ts';
import { isReminder, NO_STEPS, stepsFrom } from './escalation-steps.ts';
import { findAlert } from './find-alert.ts';
import { firstActionOf } from './first-action.ts';
import { acknowledgerOf, newEntry } from './history.ts';
import { remindAt, reminderTimer } from './reminder.ts';
import { changeAlert, NOT_ACKNOWLEDGED } from './transition.ts';

/**
 * How long whoever acknowledged an alert has to act before the escalation begins again: many alerts that are forgotten together,
 * as after a storm, must not wake as many people.
 */
const ESCALATES_AFTER_MS = 10 * 60_000;

/**
 * Makes an acknowledged alert active again on which nobody has worked for the time of its severity. Work since the timer was set
 * moves the timer. A repeated run finds an alert that is active already.
 */
export const REMINDER_WORK: TimerWork = {
  severityOf,
  canWait: (item) => severityOf(item) !== 'critical',
  async run(item, { table, now, randomBytes, log }) {
    const time = actionTime(now, randomBytes);
    const stored = ALERTS.read(item);
    const { id, tenant_id: tenantId } = stored.entity;
    const load = async () => current(await findAlert(table, tenantId, id));
    const reminded = await decideAndWrite(table, current(stored), load, ({ stored }, writeId) =>
      stored && isReminder(stored.pending) ? decideReminder(table, stored, { now, writeId }, time) : NOTHING,
    );
    if (reminded) log('Reminded of an alert', { tenantId, alertId: id, severity: reminded.severity });
  },
};

const NOTHING: Decision<undefined> = { writes: [], result: undefined };

/** Decides about a reminder: returns the alert if it is active again. */
async function decideReminder(
  table: Table,
  stored: StoredAlert,
  { now, writeId }: { readonly now: Date; readonly writeId: string },
  time: ActionTime,
): Promise<Decision<Alert | undefined>> {
  const { entity, firstAction, reminding = {} } = stored;
  const remindsAt = entity.status === 'acknowledged' ? remindAt(entity, reminding) : undefined;
  if (!remindsAt || remindsAt > now) {
    const timer = remindsAt ? reminderTimer(entity, reminding) : NO_STEPS;
    return { writes: changeStored(table, stored, { alert: entity, timer }, writeId), result: undefined };
  }
  const alert = changeAlert(entity, NOT_ACKNOWLEDGED, time.at);
  const [site, tenant] = await batchGet(table, [
    SITES.key(entity.tenant_id, entity.site_id),
    tenantKey(entity.tenant_id),
  ]);
  const escalation = (site && SITES.entityOf(site).escalation) ?? readTenantEscalation(tenant);
  const steps = stepsFrom(alert, escalation, formatTimestamp(new Date(now.getTime() + ESCALATES_AFTER_MS)));
  const context = { ...time, actor: GUARD_ITSELF };
  const change = {
    alert,
    timer: steps,
    entries: [newEntry(alert, 'reminded', context, undefined, acknowledgerOf(entity))],
    besideAfter: firstActionOf({ ...entity, firstAction }, alert, GUARD_ITSELF),
  };
  return { writes: changeStored(table, stored, change, writeId), result: alert };
}
