import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { IndexName } from '../table/definition.ts';
import { findInIndex } from '../table/find-tenant.ts';
import type { EntityItem } from '../table/kind.ts';
import { planList } from '../table/list-plan.ts';
import { buildQuery } from '../table/list-read.ts';
import type { Table } from '../table/table.ts';
import { ALERTS } from './alert.ts';

/** How many of a shard's oldest alerts are searched for one that belongs to each index. */
const OLDEST = 500;

type Item = Readonly<Record<string, unknown>>;

/**
 * Finds which of these indexes still need their backfill: it looks up the oldest alert of each platform shard that belongs to
 * an index. Pass indexes that lists read. An index lags behind the table, so it may also lack an alert of the last second.
 */
export async function findUnfilledIndexes(
  table: Table,
  indexes: readonly IndexName[],
): Promise<readonly IndexName[]> {
  const { rounds } = planList(ALERTS, { kind: 'platform' });
  const missing = await Promise.all(
    rounds.flat().map(async (partition) => {
      const query = buildQuery(table.name, partition, 'prev', {}, {});
      const { Items = [] } = await table.client.send(new QueryCommand({ ...query, Limit: OLDEST }));
      return findMissing(table, indexes, Items);
    }),
  );
  return [...new Set(missing.flat())].sort();
}

async function findMissing(
  table: Table,
  indexes: readonly IndexName[],
  oldest: readonly Item[],
): Promise<IndexName[]> {
  const missing = [...oldestIn(indexes, oldest)].map(async ([name, alert]) => {
    const found = await findInIndex(table, name, String(alert[name]), alert.id);
    return found === undefined ? [name] : [];
  });
  return (await Promise.all(missing)).flat();
}

/** Finds, for each index, the first of these alerts that belongs to it. */
function oldestIn(
  indexes: readonly IndexName[],
  oldest: readonly Item[],
): ReadonlyMap<IndexName, EntityItem> {
  const found = new Map<IndexName, EntityItem>();
  for (const item of oldest) {
    const alert = ALERTS.item(ALERTS.entityOf(item));
    for (const name of indexes) if (alert[name] !== undefined && !found.has(name)) found.set(name, alert);
    if (found.size === indexes.length) break;
  }
  return found;
}
