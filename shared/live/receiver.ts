import * as z from 'zod/mini';
import { runInLanes } from '../run-in-lanes.ts';
import { batchGet } from '../table/batch-get.ts';
import { connectionKey, EVERY_SITE, receiverPartition } from '../table/keys.ts';
import { queryAll } from '../table/query-all.ts';
import type { Table } from '../table/table.ts';
import { type Connection, readConnection } from './connection.ts';

/** A site of a tenant. */
export interface ReceivingSite {
  readonly tenantId: string;
  readonly siteId: string;
}

/** How many partitions are read at the same time. */
const QUERIES_AT_ONCE = 20;

const receiverSchema = z.object({ user_id: z.string(), connection_id: z.string() });

/**
 * The connections that may see changes of these sites. Reads, strongly consistent, no connection of other sites. A receiver of a
 * connection that is gone is ignored until it expires: the release before this one deletes no receivers.
 */
export async function findReceivers(table: Table, sites: readonly ReceivingSite[]): Promise<Connection[]> {
  const everySite = [...new Set(sites.map(({ tenantId }) => tenantId))].map((tenantId) => ({
    tenantId,
    siteId: EVERY_SITE,
  }));
  const partitions = new Map(
    [...everySite, ...sites].map((it) => [receiverPartition(it.tenantId, it.siteId), it.tenantId]),
  );
  const keys = await runInLanes([...partitions], QUERIES_AT_ONCE, async ([partition, tenantId]) => {
    const found = [];
    for await (const item of queryAll(table, partition)) {
      const { user_id, connection_id } = receiverSchema.parse(item);
      found.push(connectionKey(tenantId, user_id, connection_id));
    }
    return found;
  });
  const items = await batchGet(table, keys.flat());
  return items.flatMap((item) => (item ? [readConnection(item)] : []));
}
