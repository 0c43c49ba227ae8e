import { batchGet } from '../table/batch-get.ts';
import { commit } from '../table/commit.ts';
import { receiversCompleteKey } from '../table/keys.ts';
import { putItem } from '../table/put-item.ts';
import type { Table } from '../table/table.ts';
import { deleteAny } from '../table/writes.ts';
import { formatTimestamp, toEpochSeconds } from '../time.ts';

/**
 * The release before this one opens connections without receivers. While a tenant may have one, the fan-out reads all of the
 * tenant's connections. If every connection has receivers, it records that for some minutes. The next release needs no
 * record.
 */
const VALID_MS = 5 * 60_000;
/** Parallel batches read everything again at different times, each somewhere in the last minute of the record. */
const RENEWED_WITHIN_MS = 60_000;

/** The tenants with receivers that list every connection. `random` is from 0 to 1. */
export async function readComplete(
  table: Table,
  tenantIds: readonly string[],
  { now, random }: { readonly now: Date; readonly random: () => number },
): Promise<ReadonlySet<string>> {
  const items = await batchGet(table, tenantIds.map(receiversCompleteKey));
  const needed = formatTimestamp(new Date(now.getTime() + random() * RENEWED_WITHIN_MS));
  return new Set(tenantIds.filter((_, place) => String(items[place]?.['until'] ?? '') > needed));
}

/** Call it with the time before all connections of the tenant were read. */
export async function recordComplete(table: Table, tenantId: string, readAt: Date): Promise<void> {
  const until = new Date(readAt.getTime() + VALID_MS);
  const record = { until: formatTimestamp(until), ttl: toEpochSeconds(until) + 1 };
  await putItem(table, { ...receiversCompleteKey(tenantId), ...record });
}

/** Withdraws the record when a tenant gets a connection that has no receivers. */
export async function forgetComplete(table: Table, tenantId: string): Promise<void> {
  await commit(table, [deleteAny(table, receiversCompleteKey(tenantId))]);
}
