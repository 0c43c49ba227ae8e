import type { Direction, Position } from './cursor.ts';

/** The highest UUIDv7: newer than every id, so the place before the first page. */
const NEWER_THAN_ALL = 'ffffffff-ffff-7fff-bfff-ffffffffffff';

/** The lowest UUIDv7: the place after the last page. */
const OLDER_THAN_ALL = '00000000-0000-7000-8000-000000000000';

/** A page of a list, newest first, and the places to go on from; `undefined` where the list ends. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: Position | undefined;
  readonly prev: Position | undefined;
}

/** The page of a list that finds nothing. */
export const EMPTY_PAGE: Page<never> = { items: [], next: undefined, prev: undefined };

/** Where and how far to read. Without a position it is the first page. */
export interface PageRequest {
  readonly position: Position | undefined;
  readonly limit: number;
}

/**
 * Reads up to `count` entries of one partition beyond an id (exclusive), in the direction's own order: `next`
 * newest first, `prev` oldest first. Fewer than `count` means that the partition has no more.
 */
export type ReadPartition<P, T> = (
  partition: P,
  from: { readonly direction: Direction; readonly beyond: string | undefined; readonly count: number },
) => Promise<readonly T[]>;

/** What lists hold. */
interface Entry {
  readonly id: string;
  /** Of what changes: when it last did. */
  readonly updated_at?: string;
}

/**
 * One page over any number of partitions, merged by id. Each is asked for one entry more than the page holds, so that it
 * tells exactly whether anything follows: those of a round at once, and a round when the one before has been read.
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
 * Cuts a page out of what was read beyond its position, in the direction's order. Pages are newest first whichever
 * way they were reached. Walking back always leaves a way forward,
 * even from a page that was emptied meanwhile: forward from there is the first page, back is the last.
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
      prev: placeAt(items[0], 'prev', hasMore),
    };
  }
  return {
    items: taken,
    next: placeAt(taken.at(-1), 'next', hasMore),
    // A page that was reached by going forward is not the first; if all of it is gone, back starts at the end.
    prev: position && { direction: 'prev', id: taken[0]?.id ?? OLDER_THAN_ALL },
  };
}

function placeAt(
  item: { readonly id: string } | undefined,
  direction: Direction,
  exists: boolean,
): Position | undefined {
  return exists && item ? { direction, id: item.id } : undefined;
}

/** Whether an id lies beyond a position, in the position's direction; without one every id does. */
export function isBeyond(id: string, position: Position | undefined): boolean {
  if (!position) return true;
  return position.direction === 'next' ? id < position.id : id > position.id;
}

/**
 * Merges lists that are each in the direction's order. What moves from one partition to another while both are read
 * can be found in each. It is taken once: as it was read in the last round, and of one round as it was changed last.
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
