import type { ActionContext } from './action-context.ts';
import type { Alert } from './alert.ts';
import type { AlertEvent, AlertEventAction } from './alert-event.ts';
import type { NewEntry } from './alert-log.ts';
import type { OpenAlert } from './dedup-key.ts';
import { changeAlert } from './transition.ts';
import { withWarnings } from './warning.ts';

/** The fields of a report that its history entry keeps. */
type Said = Pick<
  AlertEvent,
  'severity' | 'former_severity' | 'type' | 'metadata' | 'acknowledged_by' | 'level' | 'until'
>;

/** Who had acknowledged an alert that becomes active again, for its history entry. */
export function acknowledgerOf({
  acknowledged_by: id,
  acknowledged_by_name: name,
}: Pick<Alert, 'acknowledged_by' | 'acknowledged_by_name'>): Pick<AlertEvent, 'acknowledged_by'> {
  return id === null ? {} : { acknowledged_by: { id, name } };
}

/**
 * Makes the history entry of one change. The entry has the time of the change, so entries sort in the order of the changes.
 */
export function newEvent(
  alert: Pick<Alert, 'id' | 'tenant_id' | 'updated_at'>,
  action: AlertEventAction,
  { actor, newId, warnings }: Pick<ActionContext, 'actor' | 'newId' | 'warnings'>,
  note?: string | undefined,
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
    ...withWarnings(warnings),
  };
}

/** Makes the history entry of a change, to be recorded with it. */
export function newEntry(
  alert: Pick<Alert, 'id' | 'tenant_id' | 'updated_at'>,
  action: AlertEventAction,
  context: Pick<ActionContext, 'actor' | 'newId' | 'warnings'>,
  note?: string | undefined,
  said?: Said,
): NewEntry {
  return { event: newEvent(alert, action, context, note, said) };
}

/** Whether occurrences have differing messages or repairs that the history does not have yet. */
function hasMore({ texts = [], warnings = [] }: OpenAlert): boolean {
  return texts.length + warnings.length > 0;
}

/**
 * The alert after its history has recorded the differing messages and the repairs of its occurrences; the same alert if there
 * are none.
 */
export function withRest(alert: Alert, open: OpenAlert | undefined, at: string): Alert {
  return open && hasMore(open) ? changeAlert(alert, {}, at) : alert;
}

/**
 * Makes the entry with the differing messages and the repairs of occurrences. A change that ends the claim must record it
 * before its own entry, or they would be lost.
 */
export function restEntries(noted: Alert, open: OpenAlert | undefined, context: ActionContext): NewEntry[] {
  return open && hasMore(open) ? [occurrencesEntry(noted, open, context)] : [];
}

/**
 * Makes the history entry of the occurrences since the last one, with their differing messages and with what Guard repaired
 * in them.
 */
export function occurrencesEntry(
  alert: Alert,
  open: OpenAlert,
  context: Omit<ActionContext, 'actor'>,
): NewEntry {
  const by = { ...context, actor: open.lastBy, warnings: open.warnings };
  return newEntry(alert, 'reoccurred', by, open.texts?.join('\n'));
}
