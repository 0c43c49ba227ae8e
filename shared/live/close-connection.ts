import type { Sockets } from '../lambda/sockets.ts';
import { runInLanes } from '../run-in-lanes.ts';
import { commit } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import { deleteAny } from '../table/writes.ts';
import { type Connection, connectionKeys } from './connection.ts';
import { type ClosingReason, writeMessage } from './messages.ts';

interface ClosingMeans {
  readonly table: Table;
  readonly sockets: Sockets;
}

/** Forgets a connection that is gone. */
export async function forgetConnection(
  table: Table,
  connection: Pick<Connection, 'id' | 'session' | 'tenantId'>,
): Promise<void> {
  await runInLanes(connectionKeys(connection), 3, (key) => commit(table, [deleteAny(table, key)]));
}

/**
 * Tells a client why, ends its connection and forgets it, in this order: what fails on the way is done again whole. That it cannot
 * be told why keeps nobody connected.
 */
export async function closeConnection(
  { table, sockets }: ClosingMeans,
  connection: Connection,
  reason: ClosingReason,
): Promise<void> {
  const message = writeMessage({ type: 'closing', reason });
  const isThere = await sockets.post(connection.id, message).catch(() => true);
  if (isThere) await sockets.close(connection.id);
  await forgetConnection(table, connection);
}

/**
 * Ends a connection that could not be told something, so that its client connects again and lists. One that cannot be
 * ended either is forgotten all the same: it is told nothing more, and its next ping ends it.
 */
export async function cutOffConnection(
  { table, sockets }: ClosingMeans,
  connection: Connection,
): Promise<void> {
  await sockets.close(connection.id).catch(() => {});
  await forgetConnection(table, connection);
}
