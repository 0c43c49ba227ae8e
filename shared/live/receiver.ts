import * as z from 'zod/mini';
import { runInLanes } from '../run-in-lanes.ts';
import { batchGet } from '../table/batch-get.ts';
import { connectionKey, EVERY_SITE, type ItemKey, receiverPartition } from '../table/keys.ts';
import { queryAll } from '../table/query-all.ts';
import type { Table } from '../table/table.ts';
import { type Connection, readConnection } from './connection.ts';

export interface ReceivingSite {
  readonly tenantId: string;
  readonly siteId: string;
}

const QUERIES_AT_ONCE = 20;

/** A receiver that has no other attributes. */
const namesSchema = z.object({ user_id: z.string(), connection_id: z.string() });

/**
 * The connections that may see changes of these sites. Reads, strongly consistent, no connection of other sites. Some may be
 * gone: the release before this one deletes no receivers. Sending to such a connection fails, and it is forgotten.
 */
export async function findReceivers(table: Table, sites: readonly ReceivingSite[]): Promise<Connection[]> {
  const everySite = [...new Set(sites.map(({ tenantId }) => tenantId))].map((tenantId) => ({
    tenantId,
    siteId: EVERY_SITE,
  }));
  const partitions = new Map(
    [...everySite, ...sites].map((it) => [receiverPartition(it.tenantId, it.siteId), it.tenantId]),
  );
  const connections: Connection[] = [];
  const keys: ItemKey[] = [];
  await runInLanes([...partitions], QUERIES_AT_ONCE, async ([partition, tenantId]) => {
    for await (const item of queryAll(table, partition)) {
      if ('token_id' in item) {
        connections.push(readConnection(item));
      } else {
        const { user_id, connection_id } = namesSchema.parse(item);
        keys.push(connectionKey(tenantId, user_id, connection_id));
      }
    }
  });
  const items = keys.length > 0 ? await batchGet(table, keys) : [];
  return [...connections, ...items.flatMap((item) => (item ? [readConnection(item)] : []))];
}
