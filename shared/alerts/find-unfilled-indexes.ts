import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { planList } from '../lists/plan.ts';
import { buildQuery } from '../lists/read-partition.ts';
import type { IndexName } from '../table/definition.ts';
import { findInIndex } from '../table/find-in-index.ts';
import type { EntityItem } from '../table/kind.ts';
import type { Table } from '../table/table.ts';
import { ALERTS } from './alert.ts';

/** Among so many of the oldest alerts of a shard, one is looked for that should stand in an index in which not all do. */
const OLDEST = 500;

type Item = Readonly<Record<string, unknown>>;

/**
 * Which of these indexes lack an alert that is older than they are: of each shard of the platform the oldest alert that
 * should stand in an index is looked for in it. Name those that lists read, of which alerts stand in each: one that is only
 * written so far lacks older alerts until its backfill. An alert that was raised or changed within the last second may be
 * missing, too: an index follows the table with a delay.
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

/** Of each index the first of these alerts that should stand in it, if there is one. */
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
