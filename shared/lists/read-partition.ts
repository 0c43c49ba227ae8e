import { INDEX_SORT_KEY, TABLE_KEYS } from '../table/definition.ts';
import { OWN_PARTITION } from '../table/keys.ts';
import type { Entity, Kind } from '../table/kind.ts';
import { QueryCommand } from '../table/read-commands.ts';
import type { Table } from '../table/table.ts';
import type { Direction } from './cursor.ts';
import { type IdSpan, spanBeyond } from './id-range.ts';
import type { ReadPartition } from './page.ts';
import type { Filter, ListPlan, Partition } from './plan.ts';

const BETWEEN_ENDS = '#sort BETWEEN :start AND :end';

/** Sorts after every id. */
const AFTER_EVERY_ID = '~';

type QueryInput = ConstructorParameters<typeof QueryCommand>[0];

/**
 * Reads a partition until `count` entries pass the filter or it ends. Without a filter that is one Query of `count` items.
 * With a filter, skipped items enlarge the next Query: n skipped items cost about log n round trips and at most n more items.
 */
export function readPartition<T extends Entity>(
  table: Table,
  kind: Pick<Kind<T>, 'peek'>,
  { filter, readAhead, range }: Pick<ListPlan, 'filter' | 'readAhead' | 'range'>,
): ReadPartition<Partition, T> {
  return async (partition, { direction, beyond, count }) => {
    const found: T[] = [];
    const span = spanBeyond(range, direction, beyond);
    if (span === undefined) return found;
    const query = buildQuery(table.name, partition, direction, span, filter);
    let startKey: typeof query.ExclusiveStartKey;
    let skipped = 0;
    while (true) {
      const { Items, ScannedCount, LastEvaluatedKey } = await table.client.send(
        new QueryCommand({
          ...query,
          ExclusiveStartKey: startKey,
          Limit: Math.max(count - found.length, skipped, readAhead),
        }),
      );
      // Guard's own tenant is outside the scope of platform admins.
      const items = (Items ?? []).filter(({ pk }) => pk !== OWN_PARTITION);
      found.push(...items.map(kind.peek));
      skipped += (ScannedCount ?? items.length) - items.length;
      if (found.length >= count) return found.slice(0, count);
      if (!LastEvaluatedKey) return found;
      startKey = LastEvaluatedKey;
    }
  };
}

/** The parameters of a Query over a span of a partition; pure. */
export function buildQuery(
  tableName: string,
  partition: Partition,
  direction: Direction,
  span: IdSpan,
  filter: Filter,
): QueryInput {
  const key = keyCondition(partition, span);
  const filters = filterConditions(filter);
  return {
    TableName: tableName,
    ...(partition.index ? { IndexName: partition.index } : {}),
    KeyConditionExpression: key.expression,
    ...(filters.length > 0
      ? { FilterExpression: filters.map(({ expression }) => expression).join(' AND ') }
      : {}),
    ExpressionAttributeNames: {
      ...key.names,
      ...(filters.length > 0 ? { '#data': 'data' } : {}),
      ...Object.fromEntries(filters.map(({ name }) => [`#${name}`, name])),
    },
    ExpressionAttributeValues: {
      ...key.values,
      ...Object.assign({}, ...filters.map(({ values }) => values)),
    },
    ScanIndexForward: direction === 'prev',
  };
}

interface KeyCondition {
  readonly expression: string;
  readonly names: Record<string, string>;
  readonly values: Record<string, string>;
}

/** The position is a condition, never a start key, so it cannot name another partition. */
function keyCondition({ index, value, prefix }: Partition, { from, to }: IdSpan): KeyCondition {
  const names = { '#partition': index ?? TABLE_KEYS.partitionKey };
  const values = { ':partition': value };
  const bound = (sort: string, condition: string, bounds: Record<string, string>): KeyCondition => ({
    expression: `#partition = :partition AND ${condition}`,
    names: { ...names, '#sort': sort },
    values: { ...values, ...bounds },
  });
  if (index === undefined) {
    const { sortKey } = TABLE_KEYS;
    // The partition contains other kinds: both bounds need the prefix.
    if (from === undefined && to === undefined) {
      return bound(sortKey, 'begins_with(#sort, :prefix)', { ':prefix': prefix });
    }
    const ends = { ':start': `${prefix}${from ?? ''}`, ':end': `${prefix}${to ?? AFTER_EVERY_ID}` };
    return bound(sortKey, BETWEEN_ENDS, ends);
  }
  if (from !== undefined && to !== undefined) {
    return bound(INDEX_SORT_KEY, BETWEEN_ENDS, { ':start': from, ':end': to });
  }
  if (from !== undefined) return bound(INDEX_SORT_KEY, '#sort >= :start', { ':start': from });
  if (to !== undefined) return bound(INDEX_SORT_KEY, '#sort <= :end', { ':end': to });
  return { expression: '#partition = :partition', names, values };
}

interface FilterCondition {
  readonly name: string;
  readonly expression: string;
  readonly values: Record<string, string>;
}

function filterConditions(filter: Filter): FilterCondition[] {
  return Object.entries(filter).flatMap(([name, value]: [string, Filter[keyof Filter]]) => {
    if (value === undefined) return [];
    if (typeof value === 'string') {
      return [{ name, expression: `#data.#${name} = :${name}`, values: { [`:${name}`]: value } }];
    }
    const values = value.map((each, place): [string, string] => [`:${name}${place}`, each]);
    const expression = `#data.#${name} IN (${values.map(([placeholder]) => placeholder).join(', ')})`;
    return [{ name, expression, values: Object.fromEntries(values) }];
  });
}
