import { GUARD_ITSELF, type RecordedActor } from '../base/actor.ts';
import { wrongReferences } from '../base/references.ts';
import { type Reminders, USUAL_REMINDERS } from '../base/severities.ts';
import { commit, type GuardedWrite, keyOfWrite } from '../table/commit.ts';
import { acceptsChildren } from '../table/parents.ts';
import type { Table } from '../table/table.ts';
import { deleteAny, putEntity, requireItem } from '../table/writes.ts';
import { recordTrouble } from '../test-mode/trouble.ts';
import type { ActionContext } from './action-context.ts';
import {
  ALERTS,
  type Alert,
  type AlertSeverity,
  type DedupScope,
  newAlertItem,
  retentionTimer,
} from './alert.ts';
import { ON_TEST } from './alert-event.ts';
import { readForm } from './alert-form.ts';
import type { NewEntry } from './alert-log.ts';
import { beginHistory } from './change-stored.ts';
import type { PinnedPlan } from './choose-plan.ts';
import { closeTrouble } from './close-trouble.ts';
import { type Claim, claimDedupKey, claimKeyOf, takeOverClaim } from './dedup-key.ts';
import type { PendingSteps } from './escalation-steps.ts';
import { newEntry, newEvent } from './history.ts';
import type { HeardReport } from './later-alarm.ts';
import type { KeepEvent, RaiseContext } from './raise-context.ts';
import { remindAfterOf } from './reminder.ts';
import { transition } from './transition.ts';

/** What is stored with a new alert besides its fields. */
interface Beginning {
  readonly pending: PendingSteps;
  /** After how long an acknowledged alert is active again. */
  readonly reminders?: Reminders | undefined;
  /** The resolved or deleted alert that still holds the claim of the new alert's dedup key. */
  readonly abandoned?: string | undefined;
  readonly dedupScope?: DedupScope;
  /** Its action plan; `undefined` for an alert without one. */
  readonly plan: PinnedPlan | undefined;
  /** The claim of the trouble, reported on test, that surfaces as this alert. */
  readonly surfacing?: Claim | undefined;
  /** What its claim remembers about the report. */
  readonly heard?: HeardReport | undefined;
  /** The note of its first history entry. */
  readonly note?: string;
}

/** Makes the writes of a new alert, for one transaction. During a test, they also record the alert as trouble of the test. */
export function creationWrites(
  table: Table,
  alert: Alert,
  context: ActionContext,
  begin: Beginning,
): GuardedWrite[] {
  const { pending, reminders = USUAL_REMINDERS, abandoned, dedupScope = 'site' } = begin;
  const { plan, surfacing, heard, note } = begin;
  const claimant = { entity: alert, dedupScope };
  const { id, tenant_id, severity, reported_type: type = alert.type, test_id: testId } = alert;
  const subject = claimKeyOf(claimant);
  const isTrouble = testId !== undefined && subject !== undefined;
  const timer = testId === undefined ? pending : retentionTimer(alert);
  const entries =
    testId === undefined
      ? [newEntry(alert, 'raised', context, note, { severity, type })]
      : testEntries(alert, context);
  const item = newAlertItem(alert, timer, dedupScope, plan);
  const history = beginHistory(table, alert, readForm(item), entries);
  return [
    putEntity(table, { ...item, ...history.attributes, ...remindAfterOf(reminders, severity) }),
    ...history.writes,
    ...(surfacing
      ? takeOverClaim(table, claimant, context.actor, surfacing)
      : claimDedupKey(table, claimant, context.actor, abandoned, heard)),
    ...(isTrouble ? recordTrouble(table, tenant_id, { testId, subject, alertId: id }) : []),
  ];
}

/**
 * Creates an alert and its history entry. Returns false if the facts behind the decision have changed. Throws
 * `validation_failed`, and leaves no alert, if its tenant is deleted meanwhile.
 */
export async function createAlert(
  table: Table,
  alert: Alert,
  raising: RaiseContext,
  keep: KeepEvent,
  begin: Beginning,
): Promise<boolean> {
  const { surfacing } = begin;
  const { testId } = surfacing?.open ?? {};
  const closed =
    surfacing && testId !== undefined
      ? await closeTrouble(table, surfacing, testId, { ...raising, writeId: table.newWriteId() })
      : undefined;
  const former = closed?.alert;
  const isRequired = former && closed.isUnchanged;
  const writes = [
    ...creationWrites(table, alert, raising, begin),
    ...(closed?.writes ?? []),
    ...(isRequired ? [requireItem(table, ALERTS.key(former.tenant_id, former.id), 'stale')] : []),
    ...keep({ status: 201, alertId: alert.id }),
    ...(raising.alongside?.({ status: 201, alert }) ?? []),
  ];
  if ((await commit(table, writes)) === 'stale') return false;
  // The tenant has had this alert's trouble since the test, so it cannot have been deleted.
  if (former) return true;
  // The tenant may have been deleted after the site was read. If this cannot be checked, keeping one alert too many is better
  // than returning an error for an alert that exists.
  if (await acceptsChildren(table, alert.tenant_id).catch(() => true)) return true;
  await commit(
    table,
    writes.map((it) => deleteAny(table, keyOfWrite(it))),
  );
  throw wrongReferences('site_id');
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The site, zone and device of an alert, with the names that it stores. */
interface AlertPlace {
  readonly site: Named & { readonly tenant_id: string };
  readonly zone?: Named | undefined;
  readonly device?: Named | undefined;
}

interface AlertReport {
  readonly type: string;
  readonly severity: AlertSeverity;
  readonly message: string;
  readonly dedup_key?: string | undefined;
  readonly occurred_at?: string | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly reported_type?: string | undefined;
  /** The time that the report gave, if it is not plausible; the time of arrival then counts. */
  readonly reported_at?: string | undefined;
}

export function newAlert(
  id: string,
  { site, zone, device }: AlertPlace,
  report: AlertReport,
  { actor, at }: { readonly actor: RecordedActor; readonly at: string },
): Alert {
  const {
    type,
    severity,
    message,
    dedup_key = null,
    occurred_at = at,
    metadata = {},
    reported_type,
    reported_at,
  } = report;
  return {
    id,
    tenant_id: site.tenant_id,
    site_id: site.id,
    zone_id: zone?.id ?? null,
    device_id: device?.id ?? null,
    type,
    severity,
    status: 'active',
    message,
    acknowledged_at: null,
    acknowledged_by: null,
    resolved_at: null,
    resolved_by: null,
    created_at: at,
    updated_at: at,
    version: 1,
    occurred_at,
    occurrences: 1,
    last_occurred_at: occurred_at,
    dedup_key,
    raised_by: actor,
    acknowledged_by_name: null,
    resolved_by_name: null,
    site_name: site.name,
    zone_name: zone?.name ?? null,
    device_name: device?.name ?? null,
    resolution: null,
    escalation_level: 0,
    metadata,
    ...(reported_type === undefined ? {} : { reported_type }),
    ...(reported_at === undefined ? {} : { reported_at }),
  };
}

/** Turns a new alert into a test alert: Guard has resolved it from the start. */
export function onTest(alert: Alert, testId: string): Alert {
  const resolving = { actor: GUARD_ITSELF, at: alert.created_at, resolution: 'test' } as const;
  const result = transition({ ...alert, test_id: testId }, 'resolve', resolving);
  if (result.outcome === 'refused') throw new Error('A new alert is not resolved');
  return result.alert;
}

/** The history entries of a test alert: its reporter raised it, and Guard resolved it. */
function testEntries(alert: Alert, context: ActionContext): NewEntry[] {
  const raised = newEvent({ ...alert, updated_at: alert.created_at }, 'raised', context);
  const resolving = { ...context, warnings: undefined, actor: GUARD_ITSELF };
  return [{ event: raised, mark: ON_TEST }, newEntry(alert, 'resolved', resolving, 'The site is on test.')];
}
