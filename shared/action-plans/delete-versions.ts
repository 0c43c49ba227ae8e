import { runInLanes } from '../run-in-lanes.ts';
import { commit } from '../table/commit.ts';
import { expression } from '../table/expression.ts';
import { inPartition } from '../table/in-partition.ts';
import { PLAN_VERSION_PREFIX, tenantPartition } from '../table/keys.ts';
import { queryPages } from '../table/query-all.ts';
import type { Table } from '../table/table.ts';
import { deleteAny } from '../table/writes.ts';

const AT_ONCE = 20;
/** Of up to 1 MB each: far more versions than plans have in years. What is left then harms nobody. */
const MOST_PAGES = 3;

/** Deletes the versions of the plans of a tenant that was deleted: no alert refers to them. */
export async function deleteVersions(table: Table, tenantId: string): Promise<void> {
  const pages = queryPages(table, {
    key: inPartition(tenantPartition(tenantId), PLAN_VERSION_PREFIX),
    projection: expression`pk, sk`,
  });
  let count = 0;
  for await (const page of pages) {
    await runInLanes(page, AT_ONCE, async ({ pk, sk }) =>
      commit(table, [deleteAny(table, { pk: String(pk), sk: String(sk) })]),
    );
    count += 1;
    if (count === MOST_PAGES) return;
  }
}
