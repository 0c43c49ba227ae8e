import { runInLanes } from '../run-in-lanes.ts';
import { commit } from './commit.ts';
import { expression } from './expression.ts';
import { inPartition } from './in-partition.ts';
import { queryPages } from './query-all.ts';
import type { Table } from './table.ts';
import { deleteAny } from './writes.ts';

const AT_ONCE = 20;
/** Each page has up to 1 MB; this many are deleted within a request. */
const MOST_PAGES = 3;

/** Deletes the items of a partition, or those with this prefix of the sort key: up to 3 MB of them. */
export async function deletePartition(table: Table, partition: string, prefix?: string): Promise<void> {
  const pages = queryPages(table, { key: inPartition(partition, prefix), projection: expression`pk, sk` });
  let count = 0;
  for await (const page of pages) {
    await runInLanes(page, AT_ONCE, async ({ pk, sk }) =>
      commit(table, [deleteAny(table, { pk: String(pk), sk: String(sk) })]),
    );
    count += 1;
    if (count === MOST_PAGES) return;
  }
}
