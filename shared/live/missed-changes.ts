import { runInLanes } from '../run-in-lanes.ts';
import { getItem } from '../table/get-item.ts';
import { missedChangesKey } from '../table/keys.ts';
import { putItem } from '../table/put-item.ts';
import type { Table } from '../table/table.ts';
import { formatTimestamp, toEpochSeconds } from '../time.ts';
import type { Connection } from './connection.ts';

/** Missed changes are remembered for longer than any connection lasts. */
const REMEMBERED_SECONDS = 3 * 3_600;

const WRITES_AT_ONCE = 20;

/** Records that connections that are open now may have missed changes of these tenants. */
export async function recordMissedChanges(
  table: Table,
  tenantIds: Iterable<string>,
  now: Date,
): Promise<void> {
  const record = { at: formatTimestamp(now), ttl: toEpochSeconds(now) + REMEMBERED_SECONDS };
  await runInLanes([...tenantIds], WRITES_AT_ONCE, (tenantId) =>
    putItem(table, { ...missedChangesKey(tenantId), ...record }),
  );
}

/** Whether a connection may have missed changes since it was opened. */
export async function mayHaveMissedChanges(
  table: Table,
  { tenantId, connectedAt }: Connection,
): Promise<boolean> {
  const item = await getItem(table, missedChangesKey(tenantId));
  return String(item?.['at'] ?? '') >= formatTimestamp(connectedAt);
}
