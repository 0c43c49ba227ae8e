import type { Escalation } from '../escalation.ts';
import { changeItem } from '../table/change-item.ts';
import { commit } from '../table/commit.ts';
import { getItem } from '../table/get-item.ts';
import type { Table } from '../table/table.ts';
import { type Alert, alertItem, isHigher, type StoredAlert } from './alert.ts';
import type { AlertInput } from './alert-input.ts';
import { countOccurrence, type Occurrence, occurrenceWrite } from './count-occurrence.ts';
import { type Claim, carryToAlert, readOpenAlert, withOccurrences } from './dedup-key.ts';
import { type PendingSteps, stepsFrom } from './escalation-steps.ts';
import { findAlert } from './find-alert.ts';
import { recordEvent } from './history.ts';
import type { KeepEvent, RaiseContext } from './raise-context.ts';
import { readAlert } from './read-alert.ts';
import { changeAlert } from './transition.ts';

interface Reported extends Pick<AlertInput, 'severity' | 'occurred_at'> {
  /** When alerts of the site escalate. */
  readonly escalation: Escalation;
}

/**
 * Counts one more report of an open alert, once; a higher severity becomes the alert's. Gives the alert with the exact
 * count, `abandoned` where the alert is over and its claim was left behind, and `undefined` where something has changed
 * since the claim was read.
 */
export async function addOccurrence(
  table: Table,
  claim: Claim,
  reported: Reported,
  raising: RaiseContext,
  keep: KeepEvent,
): Promise<Alert | 'abandoned' | undefined> {
  const occurrence = {
    ...claim,
    at: reported.occurred_at ?? raising.at,
    by: raising.actor,
    now: raising.now,
  };
  const isRaised = isHigher(reported.severity, claim.open.severity);
  // Not beside the count: a read that fails after it would tell of a failure where something was done.
  const stored = await findAlert(table, raising.tenantId, claim.open.alertId);
  if (!stored || stored.entity.status === 'resolved') {
    return (await isLeftBehind(table, claim)) ? 'abandoned' : undefined;
  }
  if (isRaised) return raiseSeverity(table, stored, occurrence, reported, raising, keep);
  if (raising.once || raising.alongside) {
    return addInTransaction(table, stored.entity, occurrence, raising, keep);
  }
  const counted = await countOccurrence(table, occurrence);
  return counted && withOccurrences(stored.entity, counted);
}

/**
 * An alert that is resolved gives its dedup key free in the same transaction. Where the claim is there all the same, nobody
 * will ever give it free.
 */
async function isLeftBehind(table: Table, { key, open }: Claim): Promise<boolean> {
  const item = await getItem(table, key);
  return item !== undefined && readOpenAlert(item).alertId === open.alertId;
}

async function addInTransaction(
  table: Table,
  alert: Alert,
  occurrence: Occurrence,
  raising: RaiseContext,
  keep: KeepEvent,
): Promise<Alert | undefined> {
  const expected = withOccurrences(alert, afterOne(occurrence));
  const writes = [
    occurrenceWrite(table, occurrence),
    ...keep({ status: 200, alertId: alert.id }),
    ...(raising.alongside?.({ status: 200, alert: expected }) ?? []),
  ];
  if ((await commit(table, writes)) === 'stale') return undefined;
  // It is counted, whatever these reads say.
  const item = await getItem(table, occurrence.key).catch(() => undefined);
  const open = item && readOpenAlert(item);
  if (open?.alertId === alert.id) return withOccurrences(alert, open);
  const now = await readAlert(table, alert.tenant_id, alert.id).catch(() => undefined);
  return now ?? expected;
}

/** The alert moves in its indexes, and its history tells of it at once. */
async function raiseSeverity(
  table: Table,
  { entity, version, pending }: StoredAlert,
  occurrence: Occurrence,
  { severity, escalation }: Reported,
  raising: RaiseContext,
  keep: KeepEvent,
): Promise<Alert | undefined> {
  const open = { ...afterOne(occurrence), severity };
  const alert = changeAlert(withOccurrences(entity, open), { severity }, raising.at);
  const after = alertItem(alert, stepsOfHigher(alert, pending, escalation, raising.at));
  const basis = { version, writeId: table.newWriteId() };
  const writes = [
    changeItem(table, alertItem(entity, pending), after, basis),
    recordEvent(table, alert, 'reoccurred', raising, undefined),
    carryToAlert(table, occurrence, open),
    ...keep({ status: 200, alertId: alert.id }),
    ...(raising.alongside?.({ status: 200, alert }) ?? []),
  ];
  return (await commit(table, writes)) === 'written' ? alert : undefined;
}

/** A higher severity has steps of its own, counted from now on. Where it has none, those of the lower one go on. */
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
