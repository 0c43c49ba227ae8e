import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { RandomBytes } from '../base/ids.ts';
import type { AlertSeverity } from '../base/severities.ts';
import { formatTimestamp } from '../base/time.ts';
import { DUE_ATTRIBUTE, TIMER_INDEX } from './definition.ts';
import { expression, expressionInput } from './expression.ts';
import { batchGet } from './reads.ts';
import type { Table } from './table.ts';
import { TIMER_KINDS, TIMER_SHARDS, type TimerKind, timerPartition } from './timer.ts';

/** The context of one run over the due timers of a shard. */
export interface TimerRun {
  readonly table: Table;
  /** The run handles timers that are due by this time. */
  readonly now: Date;
  readonly randomBytes: RandomBytes;
  /** Guard's own last heartbeat; `undefined` if it did not arrive. */
  readonly ownHeartbeat: OwnHeartbeat | undefined;
  /** Writes a line of the log. */
  readonly log: (message: string, fields: Readonly<Record<string, unknown>>) => void;
}

/** Proves that Guard could receive heartbeats: its own heartbeat arrived through the public URL, as those of devices do. */
export interface OwnHeartbeat {
  /** The time at which Guard began to send the heartbeat that arrived. */
  readonly checkedAt: Date;
  /** The time since which every heartbeat of Guard itself has arrived. */
  readonly resumedAt: Date;
}

type Item = Readonly<Record<string, unknown>>;

/**
 * What to do for a due timer of a kind. It is done at least once, and possibly twice in parallel. Therefore it decides by the
 * current item, writes with conditions, and moves or stops the timer in the same write.
 */
export interface TimerWork {
  /** Does the work. If it throws, the timer is postponed and the work is tried again. */
  readonly run: (item: Item, run: TimerRun) => Promise<void>;
  /** Whether the item may wait until the whole shard has been read; by default it may not. */
  readonly canWait?: (item: Item, run: TimerRun) => boolean;
  /**
   * The severity of what an item is about, if that can be read from it. Among the items that are already read, the highest
   * severity comes first. Never throws.
   */
  readonly severityOf?: (item: Item) => AlertSeverity | undefined;
}

/** Starts the run of a shard. If the message arrives late or twice, this does no harm, because the current items decide. */
export interface TimerMessage {
  readonly kind: TimerKind;
  readonly shard: number;
  readonly ownHeartbeat: OwnHeartbeat | undefined;
}

const timestamp = z.iso.datetime({ offset: true });

const messageSchema = z.object({
  kind: z.string(),
  shard: z.int().check(z.minimum(0), z.maximum(TIMER_SHARDS - 1)),
  heard: z.optional(z.object({ checked_at: timestamp, resumed_at: timestamp })),
});

export function writeTimerMessage({ kind, shard, ownHeartbeat }: TimerMessage): string {
  const heard = ownHeartbeat && {
    checked_at: formatTimestamp(ownHeartbeat.checkedAt),
    resumed_at: formatTimestamp(ownHeartbeat.resumedAt),
  };
  return JSON.stringify({ kind, shard, heard } satisfies z.input<typeof messageSchema>);
}

/** Parses a message; `undefined` if only another release knows its kind. */
export function readTimerMessage(body: string): TimerMessage | undefined {
  const { kind: name, shard, heard } = messageSchema.parse(JSON.parse(body));
  const kind = TIMER_KINDS.find((it) => it === name);
  if (kind === undefined) return undefined;
  const ownHeartbeat = heard && {
    checkedAt: new Date(heard.checked_at),
    resumedAt: new Date(heard.resumed_at),
  };
  return { kind, shard, ownHeartbeat };
}

/** The limit of BatchGetItem. */
const PAGE_SIZE = 100;

const entrySchema = z.object({ pk: z.string(), sk: z.string(), [DUE_ATTRIBUTE]: z.string() });

const timedSchema = z.object({ ...entrySchema.shape, [TIMER_INDEX]: z.string() });

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

/** Reads the due time of the timer of a shard that has been due longest; `undefined` if none is due, or if the index lags. */
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
