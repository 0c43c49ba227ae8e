import type { RecordedActor } from '../actor.ts';
import { newId, type RandomBytes } from '../ids.ts';
import type { GuardedWrite } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import { putOwn } from '../table/writes.ts';
import { formatTimestamp } from '../time.ts';
import type { Alert } from './alert.ts';
import { ALERT_EVENTS, type AlertEvent, type AlertEventAction } from './alert-event.ts';

/** Who changes an alert, when, and what ids are made of. */
export interface Doing {
  readonly actor: RecordedActor;
  /** A timestamp of the API. */
  readonly at: string;
  /** A new id that is of a time. */
  readonly newId: (at: string) => string;
}

/** The time of what is done now, and what its ids are made of. */
export function timeOf(now: Date, randomBytes: RandomBytes): Pick<Doing, 'at' | 'newId'> {
  return { at: formatTimestamp(now), newId: (at) => newId(new Date(at), randomBytes) };
}

/** The entry of one change of an alert. It is of the time of the change, so that entries are in the order of the changes. */
export function newEvent(
  alert: Pick<Alert, 'id' | 'tenant_id' | 'updated_at'>,
  action: AlertEventAction,
  { actor, newId }: Pick<Doing, 'actor' | 'newId'>,
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
  };
}

/** Writes an entry in the transaction of its change. */
export function putEvent(table: Table, event: AlertEvent): GuardedWrite {
  return putOwn(table, ALERT_EVENTS.item(event));
}

/** Writes the entry of one change of an alert in the same transaction. */
export function recordEvent(
  table: Table,
  alert: Pick<Alert, 'id' | 'tenant_id' | 'updated_at'>,
  action: AlertEventAction,
  doing: Doing,
  note: string | undefined,
): GuardedWrite {
  return putEvent(table, newEvent(alert, action, doing, note));
}
