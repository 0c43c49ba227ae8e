import { GUARD_ITSELF } from '../actor.ts';
import { changeItem } from '../table/change-item.ts';
import { type Decision, decideAndWrite } from '../table/decide.ts';
import type { Table } from '../table/table.ts';
import { readVersion } from '../table/version.ts';
import { formatTimestamp } from '../time.ts';
import type { TimerWork } from '../timers/timer-work.ts';
import { type ActionContext, actionTime } from './action-context.ts';
import { ALERTS, type Alert, alertItem, changedAlertItem, type StoredAlert } from './alert.ts';
import { NO_STEPS, pendingSteps } from './escalation-steps.ts';
import { findAlert } from './find-alert.ts';
import { recordEvent } from './history.ts';
import { changeAlert } from './transition.ts';

/**
 * What is done when a step of an alert's escalation is due. Each step is a change of its own, with its entry: also where the
 * run comes so late that several are due. A run that comes twice finds the step done.
 */
export const ESCALATION_WORK: TimerWork = {
  async run(item, { table, now, randomBytes, log }) {
    const doing = { ...actionTime(now, randomBytes), actor: GUARD_ITSELF };
    const stored = ALERTS.read(item);
    const { id, tenant_id: tenantId } = stored.entity;
    const load = async () => current(await findAlert(table, tenantId, id));
    let loaded = current(stored);
    while (true) {
      const escalated = await decideAndWrite(table, loaded, load, ({ stored }, writeId) =>
        stored ? decideStep(table, stored, doing, { due: formatTimestamp(now), writeId }) : NOTHING,
      );
      if (!escalated) return;
      const { escalation_level, severity } = escalated;
      log('Alert escalated', { tenantId, alertId: id, level: escalation_level, severity });
      loaded = await load();
    }
  },
};

const NOTHING: Decision<undefined> = { writes: [], result: undefined };

/** An alert as it was read. It may be gone. */
function current(stored: StoredAlert | undefined) {
  return { stored, version: stored?.version ?? readVersion(undefined) };
}

/**
 * One step up, if one is due of an alert that is still active; it gives the alert as it then is. Where a release before 0.7.0
 * has acknowledged or resolved it, that has left the steps behind: they are taken away, and what is resolved gets the timer of
 * its removal.
 */
function decideStep(
  table: Table,
  { entity, version, pending }: StoredAlert,
  doing: ActionContext,
  { due, writeId }: { readonly due: string; readonly writeId: string },
): Decision<Alert | undefined> {
  const before = alertItem(entity, pending);
  const [next, ...later] = pending.escalation_steps ?? [];
  if (entity.status !== 'active' || next === undefined) {
    if (Object.keys(pending).length === 0) return NOTHING;
    const write = changeItem(table, before, changedAlertItem(entity, NO_STEPS), { version, writeId });
    return { writes: [write], result: undefined };
  }
  if (next > due) return NOTHING;
  const alert = changeAlert(entity, { escalation_level: entity.escalation_level + 1 }, doing.at);
  const after = alertItem(alert, pendingSteps(entity.id, later));
  const writes = [
    changeItem(table, before, after, { version, writeId }),
    recordEvent(table, alert, 'escalated', doing, undefined),
  ];
  return { writes, result: alert };
}
