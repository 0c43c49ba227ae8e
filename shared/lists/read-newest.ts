import type { ReadPartition } from './page.ts';

/** A partition that may still contain wanted entries, and its position. */
interface Unfinished<P> {
  readonly partition: P;
  readonly beyond: string | undefined;
}

/**
 * Reads the `count` newest entries over any number of partitions, newest first, also beyond a page. It reads little
 * more than it returns, however the entries are spread, because each step requests only as many as can still be missing.
 *
 * Partitions come in rounds, as in a list plan. For an entry that is found twice, the last round counts.
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
        // A list shorter than requested has ended.
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
