import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { planList } from '../lists/plan.ts';
import { buildQuery } from '../lists/read-partition.ts';
import type { IndexName } from '../table/definition.ts';
import { findInIndex } from '../table/find-in-index.ts';
import type { Table } from '../table/table.ts';
import { ALERTS } from './alert.ts';

/**
 * Which of these indexes lack an alert that is older than they are: of each shard of the platform the oldest alert is
 * looked for in all of them. Name those that lists read, of which alerts stand in each: one that is only written so far
 * lacks older alerts until its backfill. An alert that was raised or changed within the last second may be missing, too: an
 * index follows the table with a delay.
 */
export async function findUnfilledIndexes(
  table: Table,
  indexes: readonly IndexName[],
): Promise<readonly IndexName[]> {
  const { rounds } = planList(ALERTS, { kind: 'platform' });
  const missing = await Promise.all(
    rounds.flat().map(async (partition) => {
      const query = buildQuery(table.name, partition, 'prev', {}, {});
      const { Items = [] } = await table.client.send(new QueryCommand({ ...query, Limit: 1 }));
      return Promise.all(Items.map((item) => findMissing(table, indexes, item)));
    }),
  );
  return [...new Set(missing.flat(2))].sort();
}

async function findMissing(
  table: Table,
  indexes: readonly IndexName[],
  item: Readonly<Record<string, unknown>>,
): Promise<IndexName[]> {
  const alert = ALERTS.item(ALERTS.entityOf(item));
  const found = await Promise.all(
    indexes.map((name) => findInIndex(table, name, String(alert[name]), alert.id)),
  );
  return indexes.filter((_, place) => found[place] === undefined);
}
