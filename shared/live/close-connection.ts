import type { Sockets } from '../lambda/sockets.ts';
import { runInLanes } from '../run-in-lanes.ts';
import { commit } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import { deleteAny } from '../table/writes.ts';
import { type Connection, connectionKeys } from './connection.ts';
import { type ClosingReason, writeMessage } from './messages.ts';

/** Forgets a connection that is gone. */
export async function forgetConnection(
  table: Table,
  connection: Pick<Connection, 'id' | 'session' | 'tenantId'>,
): Promise<void> {
  await runInLanes(connectionKeys(connection), 3, (key) => commit(table, [deleteAny(table, key)]));
}

/** Tells a client why, ends its connection and forgets it, in this order: what fails on the way is done again whole. */
export async function closeConnection(
  table: Table,
  sockets: Sockets,
  connection: Connection,
  reason: ClosingReason,
): Promise<void> {
  const isThere = await sockets.post(connection.id, writeMessage({ type: 'closing', reason }));
  if (isThere) await sockets.close(connection.id);
  await forgetConnection(table, connection);
}
