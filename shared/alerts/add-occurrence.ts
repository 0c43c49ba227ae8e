import { changeItem } from '../table/change-item.ts';
import { commit } from '../table/commit.ts';
import { getItem } from '../table/get-item.ts';
import type { Table } from '../table/table.ts';
import { putOwn } from '../table/writes.ts';
import { type Alert, alertItem, type StoredAlert } from './alert.ts';
import { ALERT_EVENTS, COUNTS } from './alert-event.ts';
import type { AlertInput } from './alert-input.ts';
import { countOccurrence, type Occurrence, occurrenceWrite } from './count-occurrence.ts';
import type { Rise } from './decide-raise.ts';
import { type Claim, carryToAlert, readOpenAlert, withOccurrences } from './dedup-key.ts';
import { findAlert } from './find-alert.ts';
import { firstActionOf } from './first-action.ts';
import { newEvent, recordRest } from './history.ts';
import { type AlertPlanState, PLAN, PLAN_STEPS } from './pinned-plan.ts';
import type { KeepEvent, RaiseContext } from './raise-context.ts';
import { readAlert } from './read-alert.ts';
import { withWarnings } from './warning.ts';

/** The alert of a claim. `abandoned`: it is closed, but still has its claim. */
export type Claimed = StoredAlert | 'abandoned' | 'stale';

/**
 * Reads the alert of a claim; `stale` if another alert has the claim by now. This read comes before the count: failing after
 * it would report a failure although the occurrence is counted.
 */
export async function readClaimed(table: Table, { tenantId }: RaiseContext, claim: Claim): Promise<Claimed> {
  const stored = await findAlert(table, tenantId, claim.open.alertId);
  const isClosed = stored?.entity.status === 'resolved' && claim.open.testId === undefined;
  if (stored && !isClosed) return stored;
  // Nothing will release the claim of a closed alert: a resolve does so in its own transaction.
  const item = await getItem(table, claim.key);
  return item !== undefined && readOpenAlert(item).alertId === claim.open.alertId ? 'abandoned' : 'stale';
}

interface Counted {
  readonly claim: Claim;
  /** The time at which it happened. */
  readonly occurred_at: string | undefined;
  /** Another text than that of the alert. */
  readonly text?: string | undefined;
}

/**
 * Counts an occurrence of an open alert, or of the trouble of a test, once. Returns the alert with the exact count, and
 * `undefined` if something has changed since the claim was read.
 */
export async function addOccurrence(
  table: Table,
  { entity: alert }: StoredAlert,
  counted: Counted,
  context: RaiseContext,
  keep: KeepEvent,
): Promise<Alert | undefined> {
  const occurrence = occurrenceOf(counted, context);
  if (!context.once && !context.alongside) {
    const open = await countOccurrence(table, occurrence);
    return open && withOccurrences(alert, open);
  }
  const expected = withOccurrences(alert, afterOne(occurrence));
  const writes = [
    occurrenceWrite(table, occurrence),
    ...keep({ status: 200, alertId: alert.id }),
    ...(context.alongside?.({ status: 200, alert: expected }) ?? []),
  ];
  if ((await commit(table, writes)) === 'stale') return undefined;
  // The occurrence is counted, so failed reads are ignored.
  const item = await getItem(table, occurrence.key).catch(() => undefined);
  const open = item && readOpenAlert(item);
  if (open?.alertId === alert.id) return withOccurrences(alert, open);
  const now = await readAlert(table, alert.tenant_id, alert.id).catch(() => undefined);
  return now ?? expected;
}

/**
 * Counts an occurrence that raises the severity of its alert: the alert and its indexes change at once, with a history entry
 * of what was said. On test, the entry is one of an occurrence, so that nobody is notified.
 */
export async function raiseSeverity(
  table: Table,
  { stored, noted, alert: worse, pending, planState }: Rise,
  { said, ...counted }: Counted & { readonly said: AlertInput },
  context: RaiseContext,
  keep: KeepEvent,
): Promise<Alert | undefined> {
  const { entity, version } = stored;
  const occurrence = occurrenceOf(counted, context);
  const open = { ...afterOne(occurrence), severity: worse.severity };
  const alert = withOccurrences(worse, open);
  const report = {
    severity: alert.severity,
    former_severity: entity.severity,
    type: said.type,
    ...(said.metadata && Object.keys(said.metadata).length > 0 ? { metadata: said.metadata } : {}),
  };
  const isOnTest = entity.test_id !== undefined;
  const event = isOnTest
    ? newEvent(alert, 'reoccurred', context, said.message)
    : newEvent(alert, 'severity_raised', context, said.message, report);
  const isSamePlan = planState === stored.planState;
  const before = {
    ...alertItem(entity, stored.pending),
    ...(isSamePlan ? {} : planAttributes(stored.planState)),
  };
  const after = {
    ...alertItem(alert, pending),
    ...firstActionOf({ ...entity, firstAction: stored.firstAction }, alert, context.actor),
    ...(isSamePlan ? {} : planAttributes(planState)),
  };
  const writes = [
    changeItem(table, before, after, { version, writeId: table.newWriteId() }),
    ...recordRest(table, noted, occurrence.open, context),
    putOwn(table, { ...ALERT_EVENTS.item(event), ...(isOnTest ? { [COUNTS]: true } : {}) }),
    carryToAlert(table, occurrence, open),
    ...keep({ status: 200, alertId: alert.id }),
    ...(context.alongside?.({ status: 200, alert }) ?? []),
  ];
  return (await commit(table, writes)) === 'written' ? alert : undefined;
}

function planAttributes({ plan, steps }: AlertPlanState) {
  return { ...(plan ? { [PLAN]: plan } : {}), ...(steps.length > 0 ? { [PLAN_STEPS]: steps } : {}) };
}

function occurrenceOf({ claim, occurred_at, text }: Counted, context: RaiseContext): Occurrence {
  const { at, actor: by, now, warnings } = context;
  return { ...claim, at: occurred_at ?? at, by, now, text, ...withWarnings(warnings) };
}

function afterOne({ open, at, by }: Occurrence) {
  return { ...open, count: open.count + 1, lastAt: at > open.lastAt ? at : open.lastAt, lastBy: by };
}
