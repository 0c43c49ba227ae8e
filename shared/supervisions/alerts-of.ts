import { isDeepStrictEqual } from 'node:util';
import { decideAction, decideRestore } from '../alerts/act-on-alert.ts';
import type { ActionContext } from '../alerts/action-context.ts';
import type { Alert, StoredAlert } from '../alerts/alert.ts';
import { changeStored } from '../alerts/change-stored.ts';
import { choosePlan, type PlanRule } from '../alerts/choose-plan.ts';
import { creationWrites, newAlert, onTest } from '../alerts/create-alert.ts';
import { stepsFrom } from '../alerts/escalation-steps.ts';
import { findAlert } from '../alerts/find-alert.ts';
import { firstActionOf } from '../alerts/first-action.ts';
import { acknowledgerOf, newEntry } from '../alerts/history.ts';
import { type LaterAlarm, mayReactivate, withReactivation } from '../alerts/later-alarm.ts';
import { readDirectory } from '../alerts/plan-directory.ts';
import { changeAlert, NOT_ACKNOWLEDGED } from '../alerts/transition.ts';
import { GUARD_ITSELF } from '../base/actor.ts';
import { canonicalJson, sha256 } from '../base/digest.ts';
import {
  type Escalation,
  type Reminders,
  readTenantEscalation,
  readTenantReminders,
} from '../base/severities.ts';
import type { Device } from '../devices/device.ts';
import type { Awaited as AwaitedAlert, SiteState } from '../openings/site-state.ts';
import type { ListedTest } from '../sites/listed-test.ts';
import type { StoredSite } from '../sites/site.ts';
import type { GuardedWrite } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import { TENANTS } from '../tenants/tenant.ts';
import { findTest } from '../test-mode/site-test.ts';
import { rulesOf } from './kinds.ts';
import type { Supervision } from './supervision.ts';

type Item = Readonly<Record<string, unknown>>;

/** What the alerts of a site's supervisions depend on. */
export interface SiteFacts {
  readonly site: StoredSite;
  readonly escalation: Escalation;
  readonly reminders: Reminders;
  readonly plans: () => readonly PlanRule[];
  readonly isActive: boolean;
}

export function siteFacts(
  site: StoredSite,
  tenant: Item | undefined,
  directory: Item | undefined,
): SiteFacts {
  return {
    site,
    escalation: site.entity.escalation ?? readTenantEscalation(tenant),
    reminders: readTenantReminders(tenant),
    plans: () => readDirectory(directory),
    isActive: tenant !== undefined && TENANTS.entityOf(tenant).status === 'active',
  };
}

/** The name in an alert's metadata of the id of the supervision that raised it. */
const SUPERVISION = 'supervision';

/** An alert that a supervision raises. */
export interface Missing {
  readonly supervision: Supervision;
  readonly message: string;
  /** When what was expected did not happen, or what was not expected did. */
  readonly occurredAt: string;
  readonly device?: Device | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

interface Ended {
  readonly writes: readonly GuardedWrite[];
  /** The state of the site, in which the alert waits for its end. */
  readonly state: SiteState;
}

interface Raised extends Ended {
  /** Whether an alert is open that says it. */
  readonly isOpen: boolean;
}

/**
 * Raises the alert of a supervision. A supervision has one open alert: if it has one already, that is active again if somebody had
 * acknowledged it, or if its cause was over. On test it is a test alert, unless the kind does not rest. In a tenant that is not
 * active nothing is raised.
 */
export async function raiseMissing(
  table: Table,
  facts: SiteFacts,
  state: SiteState,
  { supervision, message, occurredAt, device, metadata }: Missing,
  { now, writeId, ...context }: ActionContext & { readonly now: Date; readonly writeId: string },
): Promise<Raised> {
  if (!facts.isActive) return { writes: [], state, isOpen: false };
  const { id, tenant_id, kind, severity, partition, device_id } = supervision;
  const rules = rulesOf(kind);
  const before = state.awaited.find((it) => it.supervision_id === id);
  const open = before && (await findAlert(table, tenant_id, before.alert_id));
  const others = state.awaited.filter((it) => it !== before);
  const awaitedBy = (alertId: string): AwaitedAlert => ({
    supervision_id: id,
    alert_id: alertId,
    ends: rules.over.when,
    does: rules.over.does,
    ...(partition === null ? {} : { partition }),
    ...(device_id === null ? {} : { device_id }),
  });
  if (before && open && open.entity.status !== 'resolved') {
    // Each deadline is heard. Who goes in and out is heard as a later alarm is.
    const alarm = rules.rhythm === 'opening' ? alarmOf(rules.raises, metadata, now) : undefined;
    const isHeard = !alarm || mayReactivate(alarm, { ...before, isRestored: true });
    const again = { message, type: rules.raises, isHeard };
    const writes = raiseAgain(table, facts, open, again, { ...context, writeId });
    const isCounted = alarm && isHeard && open.entity.status === 'acknowledged';
    const reactivations = isCounted ? withReactivation(alarm, before) : before.reactivations;
    // The supervision may be of another area or device by now.
    const after = { ...awaitedBy(before.alert_id), ...(reactivations ? { reactivations } : {}) };
    const isSame = isDeepStrictEqual(before, after);
    return { writes, state: isSame ? state : { ...state, awaited: [...others, after] }, isOpen: true };
  }
  const { site } = facts;
  const type = rules.raises;
  const test = rules.restsOnTest ? testOf(site.tests, { type, device }, now) : undefined;
  const report = {
    type,
    severity,
    message,
    occurred_at: occurredAt,
    metadata: { ...metadata, [SUPERVISION]: id },
  };
  const created = newAlert(context.newId(context.at), { site: site.entity, device }, report, context);
  const alert = test ? onTest(created, test.id) : created;
  const writes = creationWrites(table, alert, context, {
    pending: stepsFrom(alert, facts.escalation, alert.created_at),
    reminders: facts.reminders,
    plan: test ? undefined : choosePlan(facts.plans(), alert),
  });
  if (test) return { writes, state: { ...state, awaited: others }, isOpen: false };
  return { writes, state: { ...state, awaited: [...others, awaitedBy(alert.id)] }, isOpen: true };
}

/** An opening out of hours, of which each area and user is another one. */
const alarmOf = (type: string, { partition, user }: Missing['metadata'] = {}, at: Date): LaterAlarm => ({
  type,
  isAlarm: true,
  content: undefined,
  source: sha256(canonicalJson({ partition, user })).slice(0, 12),
  at,
});

export const testOf = (
  tests: readonly ListedTest[],
  { type, device }: { type: string; device: Device | undefined },
  now: Date,
) =>
  findTest(
    tests,
    { type, zoneId: device?.zone_id ?? undefined, deviceId: device?.id, raisedBy: GUARD_ITSELF.kind },
    now,
  );

/** Makes an open alert active again that somebody acknowledged, or whose cause was over. An active one already rings. */
function raiseAgain(
  table: Table,
  { escalation }: Pick<SiteFacts, 'escalation'>,
  stored: StoredAlert,
  { message, type, isHeard }: { readonly message: string; readonly type: string; readonly isHeard: boolean },
  { writeId, ...context }: ActionContext & { readonly writeId: string },
): GuardedWrite[] {
  const { entity, pending, firstAction } = stored;
  const isAcknowledged = isHeard && entity.status === 'acknowledged';
  // Whoever parked it must look at it again.
  const { restored_at, parked: _, ...before } = entity;
  if (!isAcknowledged && restored_at === undefined) return [];
  const alert: Alert = changeAlert(before, isAcknowledged ? NOT_ACKNOWLEDGED : {}, context.at);
  const steps = isAcknowledged ? stepsFrom(alert, escalation, alert.updated_at) : pending;
  const besideAfter = firstActionOf({ ...entity, firstAction }, alert, context.actor);
  const said = isAcknowledged ? { severity: alert.severity, type, ...acknowledgerOf(entity) } : {};
  const action = isAcknowledged ? 'reactivated' : 'reoccurred';
  const entries = [newEntry(alert, action, context, message, said)];
  return changeStored(table, stored, { alert, timer: steps, entries, besideAfter }, writeId);
}

/**
 * Ends the alerts of a site that wait for what was reported: Guard resolves them, or writes `restored` into their history. A
 * restored alert still waits, because the same may happen again before a person closes it.
 */
export async function endAwaited(
  table: Table,
  {
    tenantId,
    state,
    isOver,
  }: {
    readonly tenantId: string;
    readonly state: SiteState;
    readonly isOver: (awaited: AwaitedAlert) => boolean;
  },
  context: ActionContext & { readonly note: string; readonly writeId: string },
): Promise<Ended> {
  const over = state.awaited.filter(isOver);
  if (over.length === 0) return { writes: [], state };
  const ended = await Promise.all(
    over.map(async (awaited) => {
      const stored = await findAlert(table, tenantId, awaited.alert_id);
      if (!stored || stored.entity.status === 'resolved') return { awaited, writes: [], isGone: true };
      const ending = { ...context, actor: GUARD_ITSELF };
      // Whatever a plan requires: what was missing is there.
      const writes =
        awaited.does === 'resolve'
          ? decideAction(table, stored, 'resolve', ending, { open: undefined, writeId: context.writeId })
              .writes
          : decideRestore(table, stored, ending, context.writeId).writes;
      return { awaited, writes, isGone: awaited.does === 'resolve' };
    }),
  );
  const gone = ended.flatMap(({ awaited, isGone }) => (isGone ? [awaited] : []));
  return {
    writes: ended.flatMap(({ writes }) => writes),
    state:
      gone.length === 0 ? state : { ...state, awaited: state.awaited.filter((it) => !gone.includes(it)) },
  };
}
