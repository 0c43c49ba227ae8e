import { ALERTS, type StoredAlert } from '../../shared/alerts/alert.ts';
import { readOwnEntries } from '../../shared/alerts/alert-details.ts';
import { CLOSED_FORM, isDivided } from '../../shared/alerts/alert-form.ts';
import { OWN_ENTRY } from '../../shared/alerts/alert-log.ts';
import { findAlert } from '../../shared/alerts/find-alert.ts';
import { changeItem } from '../../shared/table/change-item.ts';
import { decideAndWrite } from '../../shared/table/decide-and-write.ts';
import type { Table } from '../../shared/table/table.ts';
import type { Item } from './index-attributes.ts';

/** Whether an item is an open alert of the whole form, in which a later release does not look for open alerts. */
export function isOpenAndWhole(item: Item): boolean {
  if (!String(item['sk']).startsWith(ALERTS.prefix())) return false;
  const { entity, form } = ALERTS.read(item);
  return entity.status !== 'resolved' && !isDivided(form);
}

/**
 * Gives an open alert of the whole form the divided one (alert-form.ts). Its history entries stay items, and it stays in all
 * lists. A list that is read in the same instant may lack it if it is acknowledged, because its partition changes. Returns
 * whether it was still open and whole.
 */
export function divideAlert(table: Table, item: Item): Promise<boolean> {
  const read = ALERTS.read(item);
  const { tenant_id, id } = read.entity;
  return decideAndWrite<StoredAlert, boolean>(
    table,
    read,
    () => findAlert(table, tenant_id, id),
    async ({ entity, form, version }, writeId) => {
      if (entity.status === 'resolved' || isDivided(form)) return { writes: [], result: false };
      const [newest] = await readOwnEntries(table, entity);
      const { data: _, ...former } = ALERTS.itemLike(form, entity);
      const { data: __, ...divided } = ALERTS.itemLike(CLOSED_FORM, entity);
      const after = { ...divided, ...(newest ? { [OWN_ENTRY]: newest.id } : {}) };
      return { writes: [changeItem(table, former, after, { version, writeId })], result: true };
    },
  );
}
