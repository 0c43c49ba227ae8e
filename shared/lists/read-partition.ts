import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { INDEX_SORT_KEY, TABLE_KEYS } from '../table/definition.ts';
import type { Facets } from '../table/index-keys.ts';
import type { Entity, Kind } from '../table/kind.ts';
import type { Table } from '../table/table.ts';
import type { ReadPartition } from './page.ts';
import type { ListPlan, Partition } from './plan.ts';

type QueryInput = ConstructorParameters<typeof QueryCommand>[0];

/**
 * Reads a partition until `count` entries pass the filter or it ends. Without a filter that is one Query of `count`
 * items. With one, what was skipped makes the next Query larger, so that a run of n skipped items costs about log n
 * round trips, one after the other, and at most n items more.
 */
export function readPartition<T extends Entity>(
  table: Table,
  kind: Pick<Kind<T>, 'peek'>,
  { filter, readAhead }: Pick<ListPlan, 'filter' | 'readAhead'>,
): ReadPartition<Partition, T> {
  return async (partition, { direction, beyond, count }) => {
    const found: T[] = [];
    const query = buildQuery(table.name, partition, direction, beyond, filter);
    let startKey = query.ExclusiveStartKey;
    let skipped = 0;
    while (true) {
      const { Items, ScannedCount, LastEvaluatedKey } = await table.client.send(
        new QueryCommand({
          ...query,
          ExclusiveStartKey: startKey,
          Limit: Math.max(count - found.length, skipped, readAhead),
        }),
      );
      const items = Items ?? [];
      found.push(...items.map(kind.peek));
      skipped += (ScannedCount ?? items.length) - items.length;
      if (found.length >= count) return found.slice(0, count);
      if (!LastEvaluatedKey) return found;
      startKey = LastEvaluatedKey;
    }
  };
}

/** The parameters of a Query over a partition beyond an id; pure. */
export function buildQuery(
  tableName: string,
  partition: Partition,
  direction: 'next' | 'prev',
  beyond: string | undefined,
  filter: Facets,
): QueryInput {
  const key = partition.index
    ? indexCondition(partition, direction, beyond)
    : tableCondition(partition, beyond);
  const filters = Object.entries(filter).filter(([, value]) => value !== undefined);
  return {
    TableName: tableName,
    ...(partition.index ? { IndexName: partition.index } : {}),
    KeyConditionExpression: key.expression,
    ...(filters.length > 0
      ? { FilterExpression: filters.map(([name]) => `#data.#${name} = :${name}`).join(' AND ') }
      : {}),
    ExpressionAttributeNames: {
      ...key.names,
      ...(filters.length > 0 ? { '#data': 'data' } : {}),
      ...Object.fromEntries(filters.map(([name]) => [`#${name}`, name])),
    },
    ExpressionAttributeValues: {
      ...key.values,
      ...Object.fromEntries(filters.map(([name, value]) => [`:${name}`, value])),
    },
    ...(key.startKey ? { ExclusiveStartKey: key.startKey } : {}),
    ScanIndexForward: direction === 'prev',
  };
}

interface KeyCondition {
  readonly expression: string;
  readonly names: Record<string, string>;
  readonly values: Record<string, string>;
  readonly startKey?: Record<string, string>;
}

/** In an index the place is a condition on its sort key, so the start key of another partition cannot exist. */
function indexCondition(
  partition: Partition,
  direction: 'next' | 'prev',
  beyond: string | undefined,
): KeyCondition {
  const names = { '#partition': partition.index ?? '' };
  const values = { ':partition': partition.value };
  if (beyond === undefined) return { expression: '#partition = :partition', names, values };
  return {
    expression: `#partition = :partition AND #sort ${direction === 'next' ? '<' : '>'} :beyond`,
    names: { ...names, '#sort': INDEX_SORT_KEY },
    values: { ...values, ':beyond': beyond },
  };
}

/**
 * In the table other kinds stand beside the listed one, which takes the one condition that a sort key may have;
 * the place is a start key, built here from the list's own partition.
 */
function tableCondition(partition: Partition, beyond: string | undefined): KeyCondition {
  const { partitionKey, sortKey } = TABLE_KEYS;
  return {
    expression: '#partition = :partition AND begins_with(#sort, :prefix)',
    names: { '#partition': partitionKey, '#sort': sortKey },
    values: { ':partition': partition.value, ':prefix': partition.prefix },
    ...(beyond === undefined
      ? {}
      : { startKey: { [partitionKey]: partition.value, [sortKey]: `${partition.prefix}${beyond}` } }),
  };
}
