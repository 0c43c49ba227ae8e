import { getItem } from '../table/get-item.ts';
import { connectionIdKey, connectionPrefix, livePartition } from '../table/keys.ts';
import { queryAll } from '../table/query-all.ts';
import type { Table } from '../table/table.ts';
import type { Whose } from './changes.ts';
import { type Connection, readConnection } from './connection.ts';

/**
 * The connections that stand in the partition of a tenant: those that are told of it, and those of its users that are told
 * of another one. Strongly consistent, as many pages as it takes: their number is bounded by the people who watch.
 */
export async function findConnections(table: Table, { tenantId, userId }: Whose): Promise<Connection[]> {
  const found: Connection[] = [];
  for await (const item of queryAll(table, livePartition(tenantId), connectionPrefix(userId))) {
    found.push(readConnection(item));
  }
  return found;
}

/** The connection of an id; `undefined` where it is not known, or not any more. */
export async function findConnection(table: Table, id: string): Promise<Connection | undefined> {
  const item = await getItem(table, connectionIdKey(id));
  return item && readConnection(item);
}
