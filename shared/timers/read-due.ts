import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { batchGet } from '../table/batch-get.ts';
import { DUE_ATTRIBUTE, TIMER_INDEX } from '../table/definition.ts';
import { expression, expressionInput } from '../table/expression.ts';
import type { Table } from '../table/table.ts';
import { formatTimestamp } from '../time.ts';
import { type TimerKind, timerPartition } from './timer.ts';

/** The limit of BatchGetItem. */
const PAGE_SIZE = 100;

const entrySchema = z.object({ pk: z.string(), sk: z.string(), [DUE_ATTRIBUTE]: z.string() });
const timedSchema = z.object({ ...entrySchema.shape, [TIMER_INDEX]: z.string() });

type Item = Readonly<Record<string, unknown>>;

/** An item with a due timer. */
export interface DueItem {
  readonly item: Item;
  readonly pk: string;
  readonly sk: string;
  readonly timer: string;
  readonly due: string;
}

/**
 * Reads the due items of a shard, the longest due first, in pages of up to 100. The index lags, so each item is read again,
 * strongly consistent, and omitted if its timer was moved or stopped. An item may appear twice if its timer moves meanwhile.
 */
export async function* readDue(
  table: Table,
  kind: TimerKind,
  shard: number,
  now: Date,
): AsyncGenerator<readonly DueItem[]> {
  const partition = timerPartition(kind, shard);
  let startKey: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({ ...dueQuery(table, partition, now), Limit: PAGE_SIZE, ExclusiveStartKey: startKey }),
    );
    const items = Items.length > 0 ? await batchGet(table, Items.map(entryOf)) : [];
    yield items.flatMap((item) => dueItem(item, partition, now));
    startKey = LastEvaluatedKey;
  } while (startKey);
}

/** The due time of the longest due timer of a shard; `undefined` if none is due, or if the index lags. */
export async function readOldestDue(
  table: Table,
  kind: TimerKind,
  shard: number,
  now: Date,
): Promise<Date | undefined> {
  const query = dueQuery(table, timerPartition(kind, shard), now);
  const { Items = [] } = await table.client.send(new QueryCommand({ ...query, Limit: 1 }));
  const [oldest] = Items.map(entryOf);
  return oldest && new Date(oldest.due);
}

function dueQuery(table: Table, partition: string, now: Date) {
  return {
    TableName: table.name,
    IndexName: TIMER_INDEX,
    ...expressionInput({ key: expression`#timer = ${partition} AND #due <= ${formatTimestamp(now)}` }),
  };
}

const entryOf = (item: Item) => entrySchema.parse(item);

function dueItem(item: Item | undefined, partition: string, now: Date): DueItem[] {
  const parsed = timedSchema.safeParse(item);
  if (!item || !parsed.success) return [];
  const { timer, due } = parsed.data;
  return timer === partition && due <= formatTimestamp(now) ? [{ item, ...parsed.data }] : [];
}
