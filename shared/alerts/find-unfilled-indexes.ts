import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { planList } from '../lists/plan.ts';
import { buildQuery } from '../lists/read-partition.ts';
import type { IndexName } from '../table/definition.ts';
import { findInIndex } from '../table/find-in-index.ts';
import { indexNames } from '../table/index-keys.ts';
import { readEntity } from '../table/kind.ts';
import type { Table } from '../table/table.ts';
import { ALERTS } from './alert.ts';

/**
 * The indexes that alerts stand in and that lack an alert which is older than they are: of each shard of the platform the
 * oldest alert is looked for in all of them. An alert that was raised or changed within the last second may be missing,
 * too: an index follows the table with a delay.
 */
export async function findUnfilledIndexes(table: Table): Promise<readonly IndexName[]> {
  const { partitions } = planList(ALERTS, { kind: 'platform' });
  const missing = await Promise.all(
    partitions.map(async (partition) => {
      const query = buildQuery(table.name, partition, 'prev', undefined, {});
      const { Items = [] } = await table.client.send(new QueryCommand({ ...query, Limit: 1 }));
      return Promise.all(Items.map((item) => findMissing(table, item)));
    }),
  );
  return [...new Set(missing.flat(2))].sort();
}

/** The indexes in which an alert should stand, and does not. */
async function findMissing(table: Table, item: Readonly<Record<string, unknown>>): Promise<IndexName[]> {
  const alert = ALERTS.item(readEntity(ALERTS.schema, item));
  const names = indexNames(ALERTS.indexes);
  const found = await Promise.all(
    names.map((name) => findInIndex(table, name, String(alert[name]), alert.id)),
  );
  return names.filter((_, place) => found[place] === undefined);
}
