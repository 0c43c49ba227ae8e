import type { Sockets } from '../lambda/sockets.ts';
import { runInLanes } from '../run-in-lanes.ts';
import { commit } from '../table/commit.ts';
import type { ItemKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { deleteAny } from '../table/writes.ts';
import { type Connection, connectionKeys } from './connection.ts';
import { type ClosingReason, writeMessage } from './messages.ts';

interface ClosingMeans {
  readonly table: Table;
  readonly sockets: Sockets;
}

/**
 * Forgets a connection that is gone. First the way to it from its id: should the rest stay behind, whoever is there after all
 * asks (`ping`), is not known any more, and is sent away.
 */
export async function forgetConnection(
  table: Table,
  connection: Pick<Connection, 'id' | 'session' | 'tenantId'>,
): Promise<void> {
  const [own, byId, ...copies] = connectionKeys(connection);
  const forget = (key: ItemKey) => commit(table, [deleteAny(table, key)]);
  await forget(byId);
  await runInLanes([own, ...copies], 2, forget);
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
 * Ends a connection that could not be told something, so that its client connects again and lists. One that cannot be ended
 * either is not forgotten: it is told of the next change, which holds the whole state, or is cut off then. Resolves to
 * whether it was ended.
 */
export async function cutOffConnection(
  { table, sockets }: ClosingMeans,
  connection: Connection,
): Promise<boolean> {
  const isEnded = await sockets.close(connection.id).then(
    () => true,
    () => false,
  );
  if (isEnded) await forgetConnection(table, connection);
  return isEnded;
}
