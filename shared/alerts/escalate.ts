import * as z from 'zod/mini';
import { GUARD_ITSELF } from '../base/actor.ts';
import { type AlertSeverity, alertSeverityField } from '../base/severities.ts';
import { formatTimestamp } from '../base/time.ts';
import { type Decision, decideAndWrite } from '../table/decide-and-write.ts';
import type { TimerWork } from '../table/due-timers.ts';
import type { Table } from '../table/table.ts';
import { readVersion } from '../table/version.ts';
import { decideAction } from './act-on-alert.ts';
import { type ActionContext, actionTime } from './action-context.ts';
import { ALERTS, type Alert, type StoredAlert } from './alert.ts';
import { changeStored } from './change-stored.ts';
import { pendingSteps } from './escalation-steps.ts';
import { findAlert } from './find-alert.ts';
import { newEntry } from './history.ts';
import { changeAlert } from './transition.ts';

/**
 * Escalates an alert when an escalation step is due, and ends a drill. If several steps are due, each is a separate change
 * with its own history entry. A repeated run finds no step that is still due.
 */
export const ESCALATION_WORK: TimerWork = {
  severityOf,
  canWait: (item) => severityOf(item) !== 'critical',
  async run(item, { table, now, randomBytes, log }) {
    const context = { ...actionTime(now, randomBytes), actor: GUARD_ITSELF };
    const stored = ALERTS.read(item);
    const { id, tenant_id: tenantId } = stored.entity;
    const load = async () => current(await findAlert(table, tenantId, id));
    let loaded = current(stored);
    while (true) {
      const escalated = await decideAndWrite(table, loaded, load, ({ stored }, writeId) =>
        stored ? decideStep(table, stored, context, { due: formatTimestamp(now), writeId }) : NOTHING,
      );
      if (!escalated) return;
      const { status, escalation_level, severity } = escalated;
      if (status === 'resolved') return log('Drill ended', { tenantId, alertId: id });
      log('Alert escalated', { tenantId, alertId: id, level: escalation_level, severity });
      loaded = await load();
    }
  },
};

export function severityOf(item: Readonly<Record<string, unknown>>): AlertSeverity | undefined {
  return severitySchema.safeParse(item).data?.data.severity;
}

const severitySchema = z.object({ data: z.object({ severity: alertSeverityField }) });

const NOTHING: Decision<undefined> = { writes: [], result: undefined };

/** An alert that was just read; `undefined` if it no longer exists. */
export function current(stored: StoredAlert | undefined) {
  return { stored, version: stored?.version ?? readVersion(undefined) };
}

/**
 * Takes the next step of a critical alert at once, because the event before it reached nobody. `level` is that of the event: a
 * repetition changes nothing after the step was taken. The last step of a drill, which is its end, waits.
 */
export function hastenEscalation(
  table: Table,
  {
    tenantId,
    alertId,
    level,
  }: { readonly tenantId: string; readonly alertId: string; readonly level: number },
  now: Date,
): Promise<void> {
  const at = formatTimestamp(now);
  const load = async () => current(await findAlert(table, tenantId, alertId));
  return load().then((loaded) =>
    decideAndWrite<ReturnType<typeof current>, void>(table, loaded, load, ({ stored }, writeId) => {
      const { status, severity, escalation_level, drill } = stored?.entity ?? {};
      const [next = at, ...later] = stored?.pending.escalation_steps ?? [];
      const isWaiting =
        status === 'active' && severity === 'critical' && escalation_level === level && next > at;
      if (!stored || !isWaiting || (drill && later.length === 0)) return NOTHING;
      const { entity } = stored;
      const change = { alert: entity, timer: pendingSteps(entity.id, [at, ...later]) };
      return { writes: changeStored(table, stored, change, writeId), result: undefined };
    }),
  );
}

/** Takes one due step of an open alert and returns the alert after it. The last step of a drill is its end. */
function decideStep(
  table: Table,
  stored: StoredAlert,
  context: ActionContext,
  { due, writeId }: { readonly due: string; readonly writeId: string },
): Decision<Alert | undefined> {
  const { entity, pending } = stored;
  const [next, ...later] = pending.escalation_steps ?? [];
  if (next === undefined || next > due) return NOTHING;
  if (entity.drill && later.length === 0) {
    const { writes, result } = decideAction(table, stored, 'resolve', context, { writeId });
    return { writes, result: result.alert };
  }
  const alert = changeAlert(entity, { escalation_level: entity.escalation_level + 1 }, context.at);
  const { escalation_level: level } = alert;
  const change = {
    alert,
    timer: pendingSteps(entity.id, later),
    entries: [newEntry(alert, 'escalated', context, undefined, { level })],
  };
  return { writes: changeStored(table, stored, change, writeId), result: alert };
}
