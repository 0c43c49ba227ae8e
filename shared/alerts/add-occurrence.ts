import type { Escalation } from '../escalation.ts';
import { changeItem } from '../table/change-item.ts';
import { commit } from '../table/commit.ts';
import { getItem } from '../table/get-item.ts';
import type { Table } from '../table/table.ts';
import { putOwn } from '../table/writes.ts';
import { type Alert, alertItem, isHigher, type StoredAlert } from './alert.ts';
import { ALERT_EVENTS, COUNTS } from './alert-event.ts';
import type { AlertInput } from './alert-input.ts';
import { countOccurrence, type Occurrence, occurrenceWrite } from './count-occurrence.ts';
import { type Claim, carryToAlert, readOpenAlert, withOccurrences } from './dedup-key.ts';
import { type PendingSteps, stepsFrom } from './escalation-steps.ts';
import { findAlert } from './find-alert.ts';
import { newEvent } from './history.ts';
import type { KeepEvent, RaiseContext } from './raise-context.ts';
import { readAlert } from './read-alert.ts';
import { changeAlert } from './transition.ts';
import { withWarnings } from './warning.ts';

interface Reported extends Pick<AlertInput, 'severity' | 'occurred_at'> {
  /** The escalation of the site. */
  readonly escalation: Escalation;
}

/**
 * Counts an occurrence of an open alert, or of the trouble of a test, once; a higher severity raises that of the alert.
 * Returns the alert with the exact count, `abandoned` if the alert is closed but still has its claim, and `undefined` if
 * something has changed since the claim was read.
 */
export async function addOccurrence(
  table: Table,
  claim: Claim,
  reported: Reported,
  context: RaiseContext,
  keep: KeepEvent,
): Promise<Alert | 'abandoned' | undefined> {
  const occurrence = {
    ...claim,
    at: reported.occurred_at ?? context.at,
    by: context.actor,
    now: context.now,
    ...withWarnings(context.warnings),
  };
  const isRaised = isHigher(reported.severity, claim.open.severity);
  // This read comes before the count: failing after it would report a failure although the occurrence is counted.
  const stored = await findAlert(table, context.tenantId, claim.open.alertId);
  const isClosed = stored?.entity.status === 'resolved' && claim.open.testId === undefined;
  if (!stored || isClosed) {
    return (await isLeftBehind(table, claim)) ? 'abandoned' : undefined;
  }
  if (isRaised) return raiseSeverity(table, stored, occurrence, reported, context, keep);
  if (context.once || context.alongside) {
    return addInTransaction(table, stored.entity, occurrence, context, keep);
  }
  const counted = await countOccurrence(table, occurrence);
  return counted && withOccurrences(stored.entity, counted);
}

/** Whether the claim of a closed alert still exists. Nothing will release it: a resolve does so in its own transaction. */
async function isLeftBehind(table: Table, { key, open }: Claim): Promise<boolean> {
  const item = await getItem(table, key);
  return item !== undefined && readOpenAlert(item).alertId === open.alertId;
}

async function addInTransaction(
  table: Table,
  alert: Alert,
  occurrence: Occurrence,
  context: RaiseContext,
  keep: KeepEvent,
): Promise<Alert | undefined> {
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

/** Changes the alert and its indexes at once, with a history entry. */
async function raiseSeverity(
  table: Table,
  { entity, version, pending }: StoredAlert,
  occurrence: Occurrence,
  { severity, escalation }: Reported,
  context: RaiseContext,
  keep: KeepEvent,
): Promise<Alert | undefined> {
  const open = { ...afterOne(occurrence), severity };
  const alert = changeAlert(withOccurrences(entity, open), { severity }, context.at);
  const after = alertItem(alert, stepsOfHigher(alert, pending, escalation, context.at));
  const basis = { version, writeId: table.newWriteId() };
  const event = newEvent(alert, 'reoccurred', context, undefined);
  const writes = [
    changeItem(table, alertItem(entity, pending), after, basis),
    putOwn(table, { ...ALERT_EVENTS.item(event), [COUNTS]: true }),
    carryToAlert(table, occurrence, open),
    ...keep({ status: 200, alertId: alert.id }),
    ...(context.alongside?.({ status: 200, alert }) ?? []),
  ];
  return (await commit(table, writes)) === 'written' ? alert : undefined;
}

/** A higher severity restarts the escalation with its own steps. Without any, the pending steps stay. */
function stepsOfHigher(
  alert: Alert,
  pending: PendingSteps,
  escalation: Escalation,
  at: string,
): PendingSteps {
  if (alert.status !== 'active' || !escalation[alert.severity]) return pending;
  return stepsFrom(alert, escalation, at);
}

function afterOne({ open, at, by }: Occurrence) {
  return { ...open, count: open.count + 1, lastAt: at > open.lastAt ? at : open.lastAt, lastBy: by };
}
