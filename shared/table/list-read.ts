import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { INDEX_SORT_KEY } from './definition.ts';
import { allOf, attribute, type Expression, expression, expressionInput, join } from './expression.ts';
import { OWN_PARTITION } from './keys.ts';
import type { Entity, Kind } from './kind.ts';
import {
  type Direction,
  type IdSpan,
  type Page,
  type PageRequest,
  type ReadPartition,
  readPage,
  spanBeyond,
} from './list-page.ts';
import type { Filter, ListPlan, Partition } from './list-plan.ts';
import { inPartition } from './reads.ts';
import type { Table } from './table.ts';

/** Reads a page of the entities of a plan, newest first. They are unchecked: the response schema checks them. */
export function listEntities<T extends Entity & { readonly updated_at?: string }>(
  table: Table,
  kind: Kind<T>,
  plan: ListPlan,
  page: PageRequest,
): Promise<Page<T>> {
  return readPage(plan.rounds, readPartition(table, kind, plan), page);
}

/** Sorts after every id. */
const AFTER_EVERY_ID = '~';

type QueryInput = ConstructorParameters<typeof QueryCommand>[0];

/**
 * Reads a partition until `count` entries have passed the filter, or to its end. Without a filter, this is one Query of
 * `count` items. With a filter, each next Query is as large as the number of skipped items: n skipped items cost about log n
 * round trips and at most n more items.
 */
export function readPartition<T extends Entity>(
  table: Table,
  kind: Pick<Kind<T>, 'peek'>,
  plan: Pick<ListPlan, 'filter' | 'condition' | 'readAhead' | 'range'>,
): ReadPartition<Partition, T> {
  return async (partition, { direction, beyond, count }) => {
    const { filter, readAhead } = partition.skipping ?? plan;
    const { condition, range } = plan;
    const found: T[] = [];
    const span = spanBeyond(range, direction, beyond);
    if (span === undefined) return found;
    const query = buildQuery(table.name, partition, direction, span, filter, condition);
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
      // Even platform admins may not see Guard's own tenant.
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
  { index, value, prefix }: Partition,
  direction: Direction,
  span: IdSpan,
  filter: Filter,
  condition?: Expression,
): QueryInput {
  const filters = [
    ...Object.entries(filter).flatMap(([name, value]) => filterBy(name, value) ?? []),
    ...(condition ? [condition] : []),
  ];
  return {
    TableName: tableName,
    ...(index ? { IndexName: index } : {}),
    ...expressionInput({
      key: index === undefined ? keyInTable(value, prefix, span) : keyInIndex(index, value, span),
      filter: filters.length > 0 ? allOf(...filters) : undefined,
    }),
    ScanIndexForward: direction === 'prev',
  };
}

// The position is a condition, never a start key, so that it cannot lead into another partition.

/** The partition contains other kinds, too, so both bounds need the prefix of this kind. */
function keyInTable(value: string, prefix: string, { from, to }: IdSpan): Expression {
  if (from === undefined && to === undefined) return inPartition(value, prefix);
  const [first, last] = [`${prefix}${from ?? ''}`, `${prefix}${to ?? AFTER_EVERY_ID}`];
  return allOf(inPartition(value), expression`sk BETWEEN ${first} AND ${last}`);
}

function keyInIndex(index: string, value: string, span: IdSpan): Expression {
  return allOf(expression`${attribute(index)} = ${value}`, isInside(span));
}

function isInside({ from, to }: IdSpan): Expression | undefined {
  const id = attribute(INDEX_SORT_KEY);
  if (from !== undefined && to !== undefined) return expression`${id} BETWEEN ${from} AND ${to}`;
  if (from !== undefined) return expression`${id} >= ${from}`;
  return to === undefined ? undefined : expression`${id} <= ${to}`;
}

function filterBy(name: string, value: Filter[keyof Filter]): Expression | undefined {
  if (value === undefined) return undefined;
  const field = attribute('data', name);
  if (value === true) return expression`attribute_exists(${field})`;
  if (value === false) return expression`attribute_not_exists(${field})`;
  if (typeof value === 'string') return expression`${field} = ${value}`;
  const values = value.map((each) => expression`${each}`);
  return expression`${field} IN (${join(values, ', ')})`;
}

/** A partition that may still contain wanted entries, and the id after which to read on. */
interface Unfinished<P> {
  readonly partition: P;
  readonly beyond: string | undefined;
}

/**
 * Reads the `count` newest entries of any number of partitions, newest first. `count` may be more than a page. It reads
 * little more than it returns, however the entries are spread, because each step requests only as many as can still be
 * missing. Partitions come in rounds, as in a list plan. If an entry is found twice, the one of the last round counts.
 */
export async function readNewest<P, T extends { readonly id: string }>(
  rounds: readonly (readonly P[])[],
  read: ReadPartition<P, T>,
  count: number,
): Promise<readonly T[]> {
  const found = new Map<string, T>();
  const newest = () => [...found.values()].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, count);
  for (const round of rounds) {
    let unfinished: readonly Unfinished<P>[] = round.map((partition) => ({ partition, beyond: undefined }));
    let missing = count;
    while (unfinished.length > 0) {
      const each = Math.ceil(missing / unfinished.length);
      const lists = await Promise.all(
        unfinished.map(({ partition, beyond }) =>
          read(partition, { direction: 'next', beyond, count: each }),
        ),
      );
      for (const entry of lists.flat()) found.set(entry.id, entry);
      const oldestWanted = newest()[count - 1]?.id ?? '';
      unfinished = unfinished.flatMap(({ partition }, place) => {
        const list = lists[place] ?? [];
        const beyond = list.at(-1)?.id ?? '';
        // A partition that returned fewer entries than requested has ended.
        return list.length === each && beyond > oldestWanted ? [{ partition, beyond }] : [];
      });
      missing = count - countNewer(found.keys(), unfinished);
    }
  }
  return newest();
}

/** The number of entries that are newer than all entries still to be found. */
function countNewer(ids: Iterable<string>, unfinished: readonly Unfinished<unknown>[]): number {
  const limit = unfinished.reduce((highest, { beyond = '' }) => (beyond > highest ? beyond : highest), '');
  return [...ids].filter((id) => id >= limit).length;
}
