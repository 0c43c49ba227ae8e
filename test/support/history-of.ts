import { ALERTS } from '../../shared/alerts/alert.ts';
import { ALERT_EVENTS, type AlertEvent } from '../../shared/alerts/alert-event.ts';
import { itemsOfLog } from '../../shared/alerts/alert-log.ts';
import { getItem, queryAll } from '../../shared/table/reads.ts';
import type { Table } from '../../shared/table/table.ts';

// biome-ignore lint/suspicious/noExplicitAny: items as they are
type Item = any;

/**
 * The history entries among items of a table, in the order of their keys: those that are items, and what those in the log of
 * an alert would be.
 */
export function entryItems(items: readonly Item[]): Item[] {
  return items
    .flatMap((item) => {
      if (item.sk.startsWith(ALERT_EVENTS.prefix())) return [item];
      if (!item.sk.startsWith(ALERTS.prefix())) return [];
      const { entity, log } = ALERTS.read(item);
      return itemsOfLog(entity, log);
    })
    .sort((one, other) => (one.sk < other.sk ? -1 : 1));
}

/** The entries of an alert, oldest first. */
export async function historyOf(
  table: Table,
  alert: { readonly id: string; readonly tenant_id: string },
): Promise<AlertEvent[]> {
  const key = ALERTS.key(alert.tenant_id, alert.id);
  const stored = await getItem(table, key);
  const items: Item[] = stored ? [stored] : [];
  for await (const item of queryAll(table, key.pk, ALERT_EVENTS.prefix(alert.id))) items.push(item);
  return entryItems(items).map(ALERT_EVENTS.entityOf);
}
