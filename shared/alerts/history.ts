import type { GuardedWrite } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import { putOwn } from '../table/writes.ts';
import type { ActionContext } from './action-context.ts';
import type { Alert } from './alert.ts';
import { ALERT_EVENTS, type AlertEvent, type AlertEventAction } from './alert-event.ts';
import { withWarnings } from './warning.ts';

/** The history entry of one change. It has the time of the change, so entries sort in the order of the changes. */
export function newEvent(
  alert: Pick<Alert, 'id' | 'tenant_id' | 'updated_at'>,
  action: AlertEventAction,
  { actor, newId, warnings }: Pick<ActionContext, 'actor' | 'newId' | 'warnings'>,
  note: string | undefined,
): AlertEvent {
  return {
    id: newId(alert.updated_at),
    alert_id: alert.id,
    tenant_id: alert.tenant_id,
    action,
    actor,
    note: note ?? null,
    at: alert.updated_at,
    ...withWarnings(warnings),
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
): GuardedWrite {
  return putEvent(table, newEvent(alert, action, context, note));
}
