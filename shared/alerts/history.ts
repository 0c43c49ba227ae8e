import type { GuardedWrite } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import { putOwn } from '../table/writes.ts';
import type { ActionContext } from './action-context.ts';
import type { Alert } from './alert.ts';
import { ALERT_EVENTS, type AlertEvent, type AlertEventAction } from './alert-event.ts';
import type { OpenAlert } from './dedup-key.ts';
import { changeAlert } from './transition.ts';

/** The parts of a report that its history entry keeps. */
export type Said = Pick<AlertEvent, 'severity' | 'former_severity' | 'type' | 'metadata'>;

/** The history entry of one change. It has the time of the change, so entries sort in the order of the changes. */
export function newEvent(
  alert: Pick<Alert, 'id' | 'tenant_id' | 'updated_at'>,
  action: AlertEventAction,
  { actor, newId }: Pick<ActionContext, 'actor' | 'newId'>,
  note: string | undefined,
  said: Said = {},
): AlertEvent {
  return {
    id: newId(alert.updated_at),
    alert_id: alert.id,
    tenant_id: alert.tenant_id,
    action,
    actor,
    note: note ?? null,
    at: alert.updated_at,
    ...said,
  };
}

export function putEvent(table: Table, event: AlertEvent): GuardedWrite {
  return putOwn(table, ALERT_EVENTS.item(event));
}

/** Makes the history entry of a change and writes it in the transaction of the change. */
export function recordEvent(
  table: Table,
  alert: Pick<Alert, 'id' | 'tenant_id' | 'updated_at'>,
  action: AlertEventAction,
  context: ActionContext,
  note: string | undefined,
  said?: Said,
): GuardedWrite {
  return putEvent(table, newEvent(alert, action, context, note, said));
}

/** An alert once the history has the other texts of its occurrences; the same alert if there are none. */
export function withTexts(alert: Alert, open: OpenAlert | undefined, at: string): Alert {
  return textsOf(open) === undefined ? alert : changeAlert(alert, {}, at);
}

/** The entry of the other texts. A change that ends the claim writes it before its own, or the texts would be lost. */
export function recordTexts(
  table: Table,
  noted: Alert,
  open: OpenAlert | undefined,
  context: ActionContext,
): GuardedWrite[] {
  const note = textsOf(open);
  if (!open || note === undefined) return [];
  return [recordEvent(table, noted, 'reoccurred', { ...context, actor: open.lastBy }, note)];
}

/** The other texts that occurrences of an alert had since its last entry, as a note. */
export function textsOf(open: OpenAlert | undefined): string | undefined {
  return open?.texts?.join('\n');
}
