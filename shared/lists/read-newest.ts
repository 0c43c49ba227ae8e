import type { ReadPartition } from './page.ts';

/** A partition that may still hold wanted entries, and how it is read next. */
interface Race<P> {
  readonly partition: P;
  readonly beyond: string | undefined;
}

/**
 * The newest entries over any number of partitions, up to `count`, newest first. For counts beyond a page: it reads
 * little more than it gives, however the entries are spread, and of every partition no more than that. Each read asks all
 * partitions together for no more than can still be missing.
 *
 * Partitions come in rounds, as in a plan of a list. What is found twice is as it was read in the last round.
 */
export async function readNewest<P, T extends { readonly id: string }>(
  rounds: readonly (readonly P[])[],
  read: ReadPartition<P, T>,
  count: number,
): Promise<readonly T[]> {
  const found = new Map<string, T>();
  const newest = () => [...found.values()].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, count);
  for (const round of rounds) {
    let races: readonly Race<P>[] = round.map((partition) => ({ partition, beyond: undefined }));
    let missing = count;
    while (races.length > 0) {
      const each = Math.ceil(missing / races.length);
      const lists = await Promise.all(
        races.map(({ partition, beyond }) => read(partition, { direction: 'next', beyond, count: each })),
      );
      for (const entry of lists.flat()) found.set(entry.id, entry);
      const oldestWanted = newest()[count - 1]?.id ?? '';
      races = races.flatMap(({ partition }, place) => {
        const list = lists[place] ?? [];
        const beyond = list.at(-1)?.id ?? '';
        // A list that is shorter than what was asked for has ended.
        return list.length === each && beyond > oldestWanted ? [{ partition, beyond }] : [];
      });
      missing = count - countNewer(found.keys(), races);
    }
  }
  return newest();
}

/** How many entries are newer than all that can still be found, and so are wanted for sure. */
function countNewer(ids: Iterable<string>, races: readonly Race<unknown>[]): number {
  const limit = races.reduce((highest, { beyond = '' }) => (beyond > highest ? beyond : highest), '');
  return [...ids].filter((id) => id >= limit).length;
}
