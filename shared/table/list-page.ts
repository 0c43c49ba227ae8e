import * as z from 'zod/mini';
import { sha256 } from '../base/digest.ts';
import { invalidField } from '../base/errors.ts';
import { isId, justAfter, justBefore, lowestIdAt } from '../base/ids.ts';

/** The highest UUIDv7: the position before the first page. */
const NEWER_THAN_ALL = 'ffffffff-ffff-7fff-bfff-ffffffffffff';

/** The lowest UUIDv7: the position after the last page. */
const OLDER_THAN_ALL = '00000000-0000-7000-8000-000000000000';

/**
 * A page of a list, newest first. `next` and `prev` are the positions of the neighbouring pages; `undefined` at an end of the
 * list.
 */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: Position | undefined;
  readonly prev: Position | undefined;
}

export const EMPTY_PAGE: Page<never> = { items: [], next: undefined, prev: undefined };

/** The position and size of a page. Without a position it is the first page. */
export interface PageRequest {
  readonly position: Position | undefined;
  readonly limit: number;
}

/**
 * Reads up to `count` entries of one partition beyond an id (exclusive), in the order of the direction: `next` newest first,
 * `prev` oldest first. Fewer than `count` entries mean the end of the partition.
 */
export type ReadPartition<P, T> = (
  partition: P,
  from: { readonly direction: Direction; readonly beyond: string | undefined; readonly count: number },
) => Promise<readonly T[]>;

interface Entry {
  readonly id: string;
  /** The time of the last change, for entries that can change. */
  readonly updated_at?: string;
}

/**
 * Reads one page over any number of partitions, merged by id. Requests one entry more than the page has from each partition,
 * to know whether another page follows. Reads the partitions of a round in parallel, and the rounds one after the other.
 */
export async function readPage<P, T extends Entry>(
  rounds: readonly (readonly P[])[],
  read: ReadPartition<P, T>,
  { position, limit }: PageRequest,
): Promise<Page<T>> {
  const direction = position?.direction ?? 'next';
  const from = { direction, beyond: position?.id, count: limit + 1 };
  const lists: (readonly T[])[][] = [];
  for (const round of rounds) {
    lists.push(await Promise.all(round.map((partition) => read(partition, from))));
  }
  return cutPage(mergeById(lists, direction), { position, limit });
}

/**
 * Cuts a page out of the entries that follow its position, given in the order of the direction. Every page is newest first.
 * An empty page reached by `prev` still has a `next`, which is the first page; one reached by `next` has a `prev`, which is
 * the last page.
 */
export function cutPage<T extends { readonly id: string }>(
  found: readonly T[],
  { position, limit }: PageRequest,
): Page<T> {
  const taken = found.slice(0, limit);
  const hasMore = found.length > limit;
  if (position?.direction === 'prev') {
    const items = taken.toReversed();
    return {
      items,
      next: { direction: 'next', id: items.at(-1)?.id ?? NEWER_THAN_ALL },
      prev: positionOf(items[0], 'prev', hasMore),
    };
  }
  return {
    items: taken,
    next: positionOf(taken.at(-1), 'next', hasMore),
    // A page with a position is never the first one. If it is empty, `prev` starts at the end of the list.
    prev: position && { direction: 'prev', id: taken[0]?.id ?? OLDER_THAN_ALL },
  };
}

function positionOf(
  item: { readonly id: string } | undefined,
  direction: Direction,
  exists: boolean,
): Position | undefined {
  return exists && item ? { direction, id: item.id } : undefined;
}

/** Whether an id follows a position, in its direction. Without a position, every id does. */
export function isBeyond(id: string, position: Position | undefined): boolean {
  if (!position) return true;
  return position.direction === 'next' ? id < position.id : id > position.id;
}

/**
 * Merges lists that are in the order of the direction. An entry that moves between partitions during the reads may be in
 * several lists. The one of the last round counts; within a round, the one that was changed last.
 */
function mergeById<T extends Entry>(
  rounds: readonly (readonly (readonly T[])[])[],
  direction: Direction,
): readonly T[] {
  const [only, ...others] = rounds.flat();
  if (others.length === 0) return only ?? [];
  const found = new Map<string, T>();
  for (const round of rounds) {
    for (const [id, entry] of newestById(round.flat())) found.set(id, entry);
  }
  const order = direction === 'next' ? 1 : -1;
  return [...found.values()].sort((a, b) => (a.id < b.id ? order : -order));
}

function newestById<T extends Entry>(entries: readonly T[]): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  for (const entry of entries) {
    const other = found.get(entry.id);
    if (!other || (other.updated_at ?? '') < (entry.updated_at ?? '')) found.set(entry.id, entry);
  }
  return found;
}

/**
 * A position in a list: the last id of the previous page, and the direction. The partition is not part of it: each query
 * derives it from the list, so a cursor cannot select another partition.
 */
export interface Position {
  readonly id: string;
  readonly direction: Direction;
}

/** `next` leads to older entries, `prev` to newer ones. */
export type Direction = 'next' | 'prev';

/** Identifies a list: what is listed, for which caller and with which filters. The page size does not matter. */
export type ListIdentity = readonly (string | undefined)[];

const cursorSchema = z.tuple([z.enum(['next', 'prev']), z.string().check(z.refine(isId)), z.string()]);

const FINGERPRINT_LENGTH = 16;

export function encodeCursor(position: Position, list: ListIdentity): string {
  return Buffer.from(JSON.stringify([position.direction, position.id, fingerprint(list)])).toString(
    'base64url',
  );
}

/** The position of a cursor. Throws `validation_failed` for a cursor of another list or user, and for any other text. */
export function decodeCursor(cursor: string, list: ListIdentity): Position {
  const [direction, id, issuedFor] = parseCursor(cursor) ?? [];
  if (!direction || !id || issuedFor !== fingerprint(list)) {
    throw invalidField('cursor', 'The cursor was not issued for this list.');
  }
  return { direction, id };
}

function parseCursor(cursor: string): z.infer<typeof cursorSchema> | undefined {
  const text = Buffer.from(cursor, 'base64url');
  if (text.toString('base64url') !== cursor) return undefined;
  try {
    return cursorSchema.parse(JSON.parse(text.toString('utf8')));
  } catch {
    return undefined;
  }
}

function fingerprint(list: ListIdentity): string {
  return sha256(JSON.stringify(list.map((part) => part ?? null))).slice(0, FINGERPRINT_LENGTH);
}

/** The ids from `from` (inclusive) to `before` (exclusive); each bound is optional. */
export interface IdRange {
  readonly from?: string | undefined;
  readonly before?: string | undefined;
}

/** A range with an inclusive upper bound, for DynamoDB's BETWEEN. */
export interface IdSpan {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The ids created from `since` and before `until`, timestamps of the API. Ids sort by the millisecond of their creation. */
export function idsCreated(since: string | undefined, until: string | undefined): IdRange {
  return {
    ...(since === undefined ? {} : { from: lowestIdAt(new Date(since)) }),
    ...(until === undefined ? {} : { before: lowestIdAt(new Date(until)) }),
  };
}

/** The part of a range that follows an id in a direction; `undefined` if it is empty. */
export function spanBeyond(
  { from, before }: IdRange,
  direction: Direction,
  beyond: string | undefined,
): IdSpan | undefined {
  const after = beyond !== undefined && direction === 'prev' ? justAfter(beyond) : undefined;
  const end = beyond !== undefined && direction === 'next' ? beyond : undefined;
  const start = [from, after]
    .filter((it) => it !== undefined)
    .sort()
    .at(-1);
  const limit = [before, end]
    .filter((it) => it !== undefined)
    .sort()
    .at(0);
  if (start !== undefined && limit !== undefined && start >= limit) return undefined;
  return {
    ...(start === undefined ? {} : { from: start }),
    ...(limit === undefined ? {} : { to: justBefore(limit) }),
  };
}
