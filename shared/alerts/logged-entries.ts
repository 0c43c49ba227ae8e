import type { ItemKey } from '../table/keys.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { ALERTS } from './alert.ts';
import { ALERT_EVENTS } from './alert-event.ts';
import { itemOfLogged, loggedAs } from './alert-log.ts';

type Item = Readonly<Record<string, unknown>>;

/** The item that an entry in the log of an alert's item would be; `undefined` if the log does not have it. */
export function loggedEntry(alertItem: Item | undefined, entryId: string): (ItemKey & Item) | undefined {
  if (!alertItem) return undefined;
  const { entity, log } = ALERTS.read(alertItem);
  const stored = loggedAs(log, entryId);
  return stored && itemOfLogged(entity, entryId, stored);
}

/** Finds a history entry in the log of its alert, or as an item of its own, strongly consistent. */
export async function findEntry(
  table: Table,
  tenantId: string,
  alertId: string,
  entryId: string,
): Promise<Item | undefined> {
  const [alertItem, own] = await batchGet(table, [
    ALERTS.key(tenantId, alertId),
    ALERT_EVENTS.key(tenantId, alertId, entryId),
  ]);
  return own ?? loggedEntry(alertItem, entryId);
}
