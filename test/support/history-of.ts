import { ALERTS } from '../../shared/alerts/alert.ts';
import { ALERT_EVENTS, type AlertEvent } from '../../shared/alerts/alert-event.ts';
import { eventsOfLog } from '../../shared/alerts/alert-log.ts';
import { findAlert } from '../../shared/alerts/find-alert.ts';
import { queryAll } from '../../shared/table/reads.ts';
import type { Table } from '../../shared/table/table.ts';

/** The entries of an alert, oldest first. */
export async function historyOf(
  table: Table,
  alert: { readonly id: string; readonly tenant_id: string },
): Promise<AlertEvent[]> {
  const { pk } = ALERTS.key(alert.tenant_id, alert.id);
  const stored = await findAlert(table, alert.tenant_id, alert.id);
  const events = stored ? eventsOfLog(stored.entity, stored.log) : [];
  for await (const item of queryAll(table, pk, ALERT_EVENTS.prefix(alert.id))) {
    events.push(ALERT_EVENTS.entityOf(item));
  }
  return events.sort((one, other) => (one.id < other.id ? -1 : 1));
}
