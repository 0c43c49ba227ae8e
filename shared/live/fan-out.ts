import type { DynamoDBRecord } from 'aws-lambda';
import { batchGet } from '../table/batch-get.ts';
import { type ItemKey, livePartition } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { type Connection, readConnection, scopeAtOpening } from './connection.ts';
import { findConnections } from './find-connections.ts';
import { readLiveChanges } from './read-live-changes.ts';
import {
  type FanOutContext,
  type SendOutcome,
  sendToConnections,
  visibleChanges,
} from './send-to-connections.ts';
import { type ConnectionScope, readStreamChanges, type StreamChanges } from './stream-changes.ts';

export interface FanOutResult extends SendOutcome {
  /** The time of the oldest alert change in a batch that reached a client, a timestamp of the API. */
  readonly oldestAt: string | undefined;
}

/**
 * Sends a batch of changes to the connections that may see them, sends `ready` to new connections, and closes connections
 * that have lost their session or scope. Sends all it can before it throws. The batch is then repeated, and a repeated
 * message holds the same version or a newer one.
 */
export async function fanOut(
  records: readonly DynamoDBRecord[],
  context: FanOutContext,
): Promise<FanOutResult> {
  const { table } = context;
  const streamed = readStreamChanges(records);
  const { connections, opened } = await connectionsOf(table, streamed);
  const watched = new Set(connections.map(({ tenantId }) => tenantId));
  const isWatched = ({ tenantId }: { readonly tenantId: string }) => watched.has(tenantId);
  const alerts = streamed.alerts.filter(isWatched);
  const changes = await readLiveChanges(table, { alerts, devices: streamed.devices.filter(isWatched) });
  const concerned = connections.filter(
    (it) =>
      opened.has(it.id) ||
      isAffected(it, streamed.affected) ||
      visibleChanges(it, scopeAtOpening(it), changes).length > 0,
  );
  // Connections are authorized after everything else is read: a message must be visible when it is sent.
  const outcome = await sendToConnections(concerned, { changes, opened }, context);
  return { ...outcome, oldestAt: outcome.messages > 0 ? alerts.map(({ at }) => at).sort()[0] : undefined };
}

interface FoundConnections {
  readonly connections: readonly Connection[];
  /** The ids of those that were opened in this batch. */
  readonly opened: ReadonlySet<string>;
}

/** Every connection that a batch may concern, each once. */
async function connectionsOf(
  table: Table,
  { alerts, devices, affected, opened }: StreamChanges,
): Promise<FoundConnections> {
  const whole = [...alerts, ...devices, ...affected.filter(({ userId }) => userId === undefined)];
  const tenantIds = new Set(whole.map(({ tenantId }) => tenantId));
  const ofUsers = affected.filter(({ tenantId, userId }) => userId !== undefined && !tenantIds.has(tenantId));
  const users = new Map(ofUsers.map((it) => [`${it.tenantId} ${it.userId}`, it]));
  const scopes: ConnectionScope[] = [...[...tenantIds].map((tenantId) => ({ tenantId })), ...users.values()];
  const [found, items] = await Promise.all([
    Promise.all(scopes.map((it) => findConnections(table, it))),
    readOpened(table, opened),
  ]);
  const connections = new Map([...found.flat(), ...items].map((it) => [it.id, it]));
  return { connections: [...connections.values()], opened: new Set(items.map(({ id }) => id)) };
}

async function readOpened(table: Table, keys: readonly ItemKey[]): Promise<Connection[]> {
  const items = keys.length > 0 ? await batchGet(table, keys) : [];
  return items.flatMap((item, place) => {
    const connection = item && readConnection(item);
    // The stream also has the copy in the partition of the user's own tenant.
    return connection && keys[place]?.pk === livePartition(connection.tenantId) ? [connection] : [];
  });
}

function isAffected({ session }: Connection, affected: readonly ConnectionScope[]): boolean {
  return affected.some(
    ({ tenantId, userId }) =>
      tenantId === session.tenantId && (userId === undefined || userId === session.userId),
  );
}
