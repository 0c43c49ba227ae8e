import { runInLanes } from '../base/run-in-lanes.ts';
import type { Sockets } from '../lambda/sockets.ts';
import { commit } from '../table/commit.ts';
import type { TimerWork } from '../table/due-timers.ts';
import type { ItemKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { deleteAny } from '../table/writes.ts';
import { authorizeConnections } from './authorize-connections.ts';
import { type Connection, connectionKeys, readConnection } from './connection.ts';
import { type ClosingReason, writeMessage } from './messages.ts';
import { leavePlace } from './open-connection.ts';

interface CloseContext {
  readonly table: Table;
  readonly sockets: Sockets;
}

const DELETED_AT_ONCE = 10;

/**
 * Deletes the items of a connection. The item that leads from its id to the others is deleted first: if the rest fails and
 * the client is still connected, the next `ping` finds no connection, and the client is disconnected. The item with the timer
 * is deleted last, so that the timer repeats the rest after a failure.
 */
export async function forgetConnection(table: Table, connection: Connection): Promise<void> {
  const { own, byId, copies, receivers } = connectionKeys(connection);
  const forget = (key: ItemKey) => commit(table, [deleteAny(table, key)]);
  await forget(byId);
  await runInLanes([...copies, ...receivers], DELETED_AT_ONCE, forget);
  await leavePlace(table, connection);
  await forget(own);
}

/**
 * Sends the client the reason, closes the connection and deletes its items, in this order, so that all of it can be repeated
 * after a failure. The connection is closed even if the reason cannot be sent.
 */
export async function closeConnection(
  { table, sockets }: CloseContext,
  connection: Connection,
  reason: ClosingReason,
): Promise<void> {
  const message = writeMessage({ type: 'closing', reason });
  const isConnected = await sockets.post(connection.id, message).catch(() => true);
  if (isConnected) await sockets.close(connection.id);
  await forgetConnection(table, connection);
}

/**
 * Closes a connection after sending to it failed, so that its client connects again and reads the lists. If closing fails,
 * too, the items of the connection stay: the next change contains the whole state, or closes the connection then. Resolves to
 * whether it was closed.
 */
export async function cutOffConnection(
  { table, sockets }: CloseContext,
  connection: Connection,
): Promise<boolean> {
  const isClosed = await sockets.close(connection.id).then(
    () => true,
    () => false,
  );
  if (isClosed) await forgetConnection(table, connection);
  return isClosed;
}

/** Handles the timers that close a connection, at the end of its session or of its maximum life. */
export function endConnectionWork(sockets: Sockets): TimerWork {
  return {
    async run(item, { table, now }) {
      const [authorized] = await authorizeConnections(table, [readConnection(item)], now);
      if (authorized?.access.closing) {
        await closeConnection({ table, sockets }, authorized.connection, authorized.access.closing);
      }
    },
  };
}
