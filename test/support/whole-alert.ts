import { writeItems } from '../../lib/local/write-items.ts';
import { ALERTS, retentionTimer } from '../../shared/alerts/alert.ts';
import { LISTED } from '../../shared/alerts/alert-form.ts';
import { itemsOfLog, LOG, OWN_ENTRY } from '../../shared/alerts/alert-log.ts';
import { INDEX_NAMES, TIMER_INDEX, TTL_ATTRIBUTE } from '../../shared/table/definition.ts';
import { getItem } from '../../shared/table/reads.ts';
import type { Table } from '../../shared/table/table.ts';

/** What an alert of the divided form has beside an alert of the whole one. */
const OF_DIVIDED: readonly string[] = [
  LISTED,
  TTL_ATTRIBUTE,
  LOG,
  OWN_ENTRY,
  ...INDEX_NAMES.filter((name) => name !== TIMER_INDEX),
];

/**
 * Rewrites an alert as it would be if a release before 1.2 had raised it: in the whole form, with each history entry as an
 * item. A timer sets the expiry of a resolved one.
 */
export async function makeWhole(
  table: Table,
  { id, tenant_id }: { readonly id: string; readonly tenant_id: string },
): Promise<void> {
  const item = await getItem(table, ALERTS.key(tenant_id, id));
  if (!item) throw new Error(`There is no alert ${id}`);
  const { entity, log } = ALERTS.read(item);
  const rest = Object.fromEntries(Object.entries(item).filter(([name]) => !OF_DIVIDED.includes(name)));
  const timer = entity.status === 'resolved' ? retentionTimer(entity) : {};
  await writeItems(table, [
    { ...rest, ...ALERTS.itemLike({}, entity), ...timer },
    ...itemsOfLog(entity, log),
  ]);
}
