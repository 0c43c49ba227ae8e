import type { PinnedPlan } from '../action-plans/choose-plan.ts';
import { wrongReferences } from '../references.ts';
import { commit, type GuardedWrite, keyOfWrite } from '../table/commit.ts';
import { acceptsChildren } from '../table/parents.ts';
import type { Table } from '../table/table.ts';
import { deleteAny, putEntity, requireItem } from '../table/writes.ts';
import { recordTrouble } from '../tests/trouble.ts';
import type { ActionContext } from './action-context.ts';
import { ALERTS, type Alert, type DedupScope, newAlertItem, retentionTimer } from './alert.ts';
import { closeTrouble } from './close-trouble.ts';
import { type Claim, claimDedupKey, claimKeyOf, takeOverClaim } from './dedup-key.ts';
import type { PendingSteps } from './escalation-steps.ts';
import { recordEvent } from './history.ts';
import type { KeepEvent, RaiseContext } from './raise-context.ts';
import { recordTestAlert } from './test-alert.ts';

/** The state of a new alert apart from its fields. */
interface Beginning {
  readonly pending: PendingSteps;
  /** The closed alert that still has the claim of its dedup key. */
  readonly abandoned?: string | undefined;
  readonly dedupScope?: DedupScope;
  /** Its action plan; `undefined` for an alert without one. */
  readonly plan: PinnedPlan | undefined;
  /** The claim of a test with the trouble that the alert surfaces. */
  readonly surfacing?: Claim | undefined;
  /** The note of its first history entry. */
  readonly note?: string;
}

/** The writes of a new alert, for one transaction. On test, it is recorded with its trouble. */
export function creationWrites(
  table: Table,
  alert: Alert,
  context: ActionContext,
  { pending, abandoned, dedupScope = 'site', plan, surfacing, note }: Beginning,
): GuardedWrite[] {
  const claimant = { entity: alert, dedupScope };
  const { id, tenant_id, severity, reported_type: type = alert.type, test_id: testId } = alert;
  const subject = claimKeyOf(claimant);
  const isTrouble = testId !== undefined && subject !== undefined;
  const timer = testId === undefined ? pending : retentionTimer(alert);
  return [
    putEntity(table, newAlertItem(alert, timer, dedupScope, plan)),
    ...(testId === undefined
      ? [recordEvent(table, alert, 'raised', context, note, { severity, type })]
      : recordTestAlert(table, alert, context)),
    ...(surfacing
      ? takeOverClaim(table, claimant, context.actor, surfacing)
      : claimDedupKey(table, claimant, context.actor, abandoned)),
    ...(isTrouble ? recordTrouble(table, tenant_id, { testId, subject, alertId: id }) : []),
  ];
}

/**
 * Creates an alert and records its event. Returns false if the basis of the decision has changed. Throws
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
  // The tenant has had an alert since the test, so it cannot have been deleted.
  if (former) return true;
  // The tenant may be deleted since the site was read. If that cannot be read, an extra alert is better than an error for an
  // alert that exists.
  if (await acceptsChildren(table, alert.tenant_id).catch(() => true)) return true;
  await commit(
    table,
    writes.map((it) => deleteAny(table, keyOfWrite(it))),
  );
  throw wrongReferences('site_id');
}
