import type { GuardedWrite } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import { putOwn } from '../table/writes.ts';
import { laterThan } from '../time.ts';
import type { ActionContext } from './action-context.ts';
import type { Alert } from './alert.ts';
import { ALERT_EVENTS, type AlertEvent, type AlertEventAction } from './alert-event.ts';
import type { OpenAlert } from './dedup-key.ts';

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

/**
 * The entry of the other texts that occurrences of an alert had, and the earliest time of a later entry. A change that ends
 * the claim writes it, or these texts would be lost.
 */
export function recordTexts(
  table: Table,
  alert: Alert,
  open: OpenAlert | undefined,
  context: ActionContext,
): { readonly writes: readonly GuardedWrite[]; readonly at: string } {
  const note = textsOf(open);
  if (!open || note === undefined) return { writes: [], at: context.at };
  const at = laterThan(alert.updated_at, context.at);
  const by = { ...context, actor: open.lastBy };
  const entry = recordEvent(table, { ...alert, updated_at: at }, 'reoccurred', by, note);
  return { writes: [entry], at: laterThan(at, at) };
}

/** The other texts that occurrences of an alert had since its last entry, as a note. */
export function textsOf(open: OpenAlert | undefined): string | undefined {
  return open?.texts?.join('\n');
}
