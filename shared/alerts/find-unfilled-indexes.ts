import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { IndexName } from '../table/definition.ts';
import { findInIndex } from '../table/find-tenant.ts';
import type { EntityItem } from '../table/kind.ts';
import { planList } from '../table/list-plan.ts';
import { buildQuery } from '../table/list-read.ts';
import type { Table } from '../table/table.ts';
import { ALERTS, type Alert } from './alert.ts';
import { type AlertForm, CLOSED_FORM, OPEN, OPEN_FORM } from './alert-form.ts';

/** How many of a shard's oldest alerts are searched for one that belongs to each index. */
const OLDEST = 500;

/**
 * Finds which of these indexes still need their backfill: it looks up the oldest alerts of each platform shard that belong to
 * an index, of those that are open and of all others. Pass indexes that lists read. An index lags behind the table, so it may
 * also lack an alert of the last second.
 */
export async function findUnfilledIndexes(
  table: Table,
  indexes: readonly IndexName[],
): Promise<readonly IndexName[]> {
  const open = planList(ALERTS, { kind: 'platform' }, 'status', { status: OPEN });
  const others = planList(ALERTS, { kind: 'platform' });
  const partitions = [
    ...open.rounds.flat().map((partition) => ({ partition, form: OPEN_FORM })),
    ...others.rounds.flat().map((partition) => ({ partition, form: CLOSED_FORM })),
  ];
  const missing = await Promise.all(
    partitions.map(async ({ partition, form }) => {
      const query = buildQuery(table.name, partition, 'prev', {}, {});
      const { Items = [] } = await table.client.send(new QueryCommand({ ...query, Limit: OLDEST }));
      const alerts = Items.map((item) => ALERTS.itemLike(form, closedAs(form, ALERTS.entityOf(item))));
      return findMissing(table, oldestIn(indexes, alerts));
    }),
  );
  return [...new Set(missing.flat())].sort();
}

/** An alert in `platform` as one that is not in the indexes by status: those of the whole form and reopened ones are. */
const closedAs = (form: AlertForm, alert: Alert): Alert =>
  form === CLOSED_FORM ? { ...alert, status: 'resolved' } : alert;

async function findMissing(table: Table, oldest: ReadonlyMap<IndexName, EntityItem>): Promise<IndexName[]> {
  const missing = [...oldest].map(async ([name, alert]) => {
    const found = await findInIndex(table, name, String(alert[name]), alert.id);
    return found === undefined ? [name] : [];
  });
  return (await Promise.all(missing)).flat();
}

/** Finds, for each index, the first of these alerts that belongs to it. */
function oldestIn(
  indexes: readonly IndexName[],
  oldest: readonly EntityItem[],
): ReadonlyMap<IndexName, EntityItem> {
  const found = new Map<IndexName, EntityItem>();
  for (const alert of oldest) {
    for (const name of indexes) if (alert[name] !== undefined && !found.has(name)) found.set(name, alert);
    if (found.size === indexes.length) break;
  }
  return found;
}
