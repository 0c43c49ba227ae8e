import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Clock } from '../../shared/base/time.ts';
import type { ItemKey } from '../../shared/table/keys.ts';
import { isTransient, retry } from '../../shared/table/retry.ts';
import type { Table } from '../../shared/table/table.ts';
import { wrongUsage } from './admin-error.ts';
import type { AdminCommand, AdminContext } from './context.ts';
import { type Item, kindNameOf } from './index-attributes.ts';
import { type MendOptions, mendItem, type Outcome } from './mend-item.ts';

interface Options {
  readonly dryRun?: boolean;
  readonly itemsPerSecond?: string;
  readonly from?: string;
}

/**
 * A partition key accepts 1,000 writes a second, and the walk visits one after the other: this leaves nine tenths to clients
 * (AWS, "Best practices for designing and using partition keys effectively in DynamoDB").
 */
export const DEFAULT_ITEMS_PER_SECOND = 100;
const MAXIMUM_ITEMS_PER_SECOND = 10_000;

/** The interval of progress lines: a walk may take hours. */
const PROGRESS_MILLISECONDS = 10_000;

/**
 * Gives every entity the index attributes that its kind declares, for an index that is newer than the entities. It can be
 * stopped, repeated and run concurrently: each item is mended by itself, and a correct item does not change.
 */
export const backfillIndexesCommand: AdminCommand<Options> = async (context, options) => {
  const walk = {
    after: options.from === undefined ? undefined : decodePosition(options.from),
    itemsPerSecond: readRate(options.itemsPerSecond),
    clock: context.clock,
    wait: context.wait,
  };
  return backfill(context, walk, { dryRun: options.dryRun ?? false });
};

function readRate(given: string | undefined): number {
  const rate = Number(given ?? DEFAULT_ITEMS_PER_SECOND);
  if (Number.isInteger(rate) && rate >= 1 && rate <= MAXIMUM_ITEMS_PER_SECOND) return rate;
  throw wrongUsage(`--items-per-second takes a whole number from 1 to ${MAXIMUM_ITEMS_PER_SECOND}.`);
}

async function* backfill({ table }: AdminContext, walk: Walk, options: MendOptions): AsyncGenerator<string> {
  const { dryRun } = options;
  const counts: Counts = { scanned: 0, right: 0, mended: 0, unknown: 0, other: 0 };
  const unknownKinds = new Map<string, number>();
  let position = walk.after;
  let reportedAt = walk.clock().getTime();
  try {
    for await (const { items, next } of walkTable(table, walk)) {
      await Promise.all(
        items.map(async (item) => {
          const outcome = await retry(() => mendItem(table, item, options), isTransient, table.pause);
          counts.scanned += 1;
          counts[outcome] += 1;
          if (outcome !== 'unknown') return;
          const name = kindNameOf(item);
          unknownKinds.set(name, (unknownKinds.get(name) ?? 0) + 1);
        }),
      );
      position = next;
      const now = walk.clock().getTime();
      if (!next || now - reportedAt < PROGRESS_MILLISECONDS) continue;
      reportedAt = now;
      yield `${describe(counts, dryRun)}. Continues from ${encodePosition(next)}`;
    }
  } catch (error) {
    yield `${describe(counts, dryRun)}. Stopped; to continue: ${position ? `--from ${encodePosition(position)}` : 'from the beginning'}`;
    throw error;
  }
  yield `${describe(counts, dryRun)}. Done.`;
  for (const [name, count] of unknownKinds) {
    yield `Unchanged, because this release cannot read them: ${count} ${name}`;
  }
}

type Counts = Record<Outcome | 'scanned', number>;

function describe({ scanned, right, mended, unknown, other }: Counts, dryRun: boolean): string {
  return `${scanned} scanned: ${right} right, ${mended} ${dryRun ? 'to mend' : 'mended'}, ${unknown} unknown, ${other} in no index`;
}

interface TablePage {
  readonly items: readonly Item[];
  readonly next: ItemKey | undefined;
}

interface Walk {
  /** The last key of the previous page; `undefined` at the beginning. */
  readonly after: ItemKey | undefined;
  readonly itemsPerSecond: number;
  readonly clock: Clock;
  readonly wait: (milliseconds: number) => Promise<unknown>;
}

/** The items of a page are processed concurrently. DynamoDB ends a page at 1 MB in any case. */
const MAXIMUM_PAGE_SIZE = 100;

/**
 * Reads every item of the table page by page, strongly consistently, at a maximum speed that includes the time of processing.
 * For administration only: an endpoint must never scan.
 */
export async function* walkTable(table: Table, walk: Walk): AsyncGenerator<TablePage> {
  const { itemsPerSecond, clock, wait } = walk;
  let after = walk.after;
  do {
    const begunAt = clock().getTime();
    const page = await readPage(table, after, Math.min(MAXIMUM_PAGE_SIZE, itemsPerSecond));
    yield page;
    after = page.next;
    const due = (page.items.length / itemsPerSecond) * 1_000;
    // Never negative: a clock that is set back must not cause a wait of hours.
    const spent = Math.max(0, clock().getTime() - begunAt);
    if (after && spent < due) await wait(due - spent);
  } while (after);
}

async function readPage(table: Table, after: ItemKey | undefined, limit: number): Promise<TablePage> {
  const scan = new ScanCommand({
    TableName: table.name,
    Limit: limit,
    ConsistentRead: true,
    ...(after ? { ExclusiveStartKey: after } : {}),
  });
  const { Items = [], LastEvaluatedKey } = await retry(
    () => table.client.send(scan),
    isTransient,
    table.pause,
  );
  return { items: Items, next: LastEvaluatedKey && keySchema.parse(LastEvaluatedKey) };
}

const keySchema = z.object({ pk: z.string().min(1), sk: z.string().min(1) });

/** Encodes a position as one word for the command line. */
export function encodePosition({ pk, sk }: ItemKey): string {
  return Buffer.from(JSON.stringify({ pk, sk })).toString('base64url');
}

export function decodePosition(word: string): ItemKey {
  try {
    return keySchema.parse(JSON.parse(Buffer.from(word, 'base64url').toString()));
  } catch {
    throw wrongUsage('The position after --from must be one that this command printed.');
  }
}
