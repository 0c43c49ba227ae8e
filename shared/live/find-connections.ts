import { getItem } from '../table/get-item.ts';
import { connectionIdKey, connectionPrefix, livePartition } from '../table/keys.ts';
import { queryAll } from '../table/query-all.ts';
import type { Table } from '../table/table.ts';
import { type Connection, readConnection } from './connection.ts';
import type { ConnectionScope } from './stream-changes.ts';

/**
 * The connections in the partition of a tenant: those that watch the tenant, and those of its users that watch another one.
 * The read is strongly consistent, and takes as many pages as needed: the number of people who watch bounds the number of
 * connections.
 */
export async function findConnections(
  table: Table,
  { tenantId, userId }: ConnectionScope,
): Promise<Connection[]> {
  const found: Connection[] = [];
  for await (const item of queryAll(table, livePartition(tenantId), connectionPrefix(userId))) {
    found.push(readConnection(item));
  }
  return found;
}

/** `undefined` if no open connection has this id. */
export async function findConnection(table: Table, id: string): Promise<Connection | undefined> {
  const item = await getItem(table, connectionIdKey(id));
  return item && readConnection(item);
}
