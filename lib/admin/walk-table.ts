import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Clock } from '../../shared/base/time.ts';
import type { ItemKey } from '../../shared/table/keys.ts';
import { isTransient, retry } from '../../shared/table/retry.ts';
import type { Table } from '../../shared/table/table.ts';
import { wrongUsage } from './admin-error.ts';
import type { Item } from './index-attributes.ts';

export interface TablePage {
  readonly items: readonly Item[];
  readonly next: ItemKey | undefined;
}

export interface Walk {
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
