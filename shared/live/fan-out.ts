import type { DynamoDBRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { runInLanes } from '../base/run-in-lanes.ts';
import { connectionKey, EVERY_SITE, type ItemKey, livePartition, receiverPartition } from '../table/keys.ts';
import { batchGet, queryAll } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { findConnections } from './authorize-connections.ts';
import { type Connection, readConnection, scopeAtOpening } from './connection.ts';
import { recordMissedChanges, recordSent } from './delivery-state.ts';
import { type LiveChange, readLiveChanges } from './read-live-changes.ts';
import {
  connectionsToWarn,
  isLate,
  isUrgent,
  type SendContext,
  type SendOutcome,
  sendToConnections,
  tenantsToSkip,
  visibleChanges,
} from './send-to-connections.ts';
import { type ConnectionScope, readStreamChanges, type StreamChanges } from './stream-changes.ts';
import { readViewers } from './viewers.ts';

interface FanOutResult extends SendOutcome {
  /** How many connections were sent only critical alerts because the batch was late. Their next ping closes them. */
  readonly skipped: number;
  /** The time of the oldest alert change of the batch that reached a client, a timestamp of the API. */
  readonly oldestAt: string | undefined;
}

/**
 * Sends a batch of changes to the connections that may see them, sends `ready` to new connections, and closes connections
 * whose session has ended or whose scope has changed. Throws only after sending all it can. The batch is then repeated, and a
 * message that is sent again has the same version or a newer one.
 */
export async function fanOut(
  records: readonly DynamoDBRecord[],
  context: SendContext,
): Promise<FanOutResult> {
  const { table, now } = context;
  const streamed = readStreamChanges(records);
  try {
    return await sendChanges(streamed, isLate(records, now), context);
  } catch (error) {
    const changed = [...streamed.alerts, ...streamed.devices, ...streamed.tests];
    const tenantIds = new Set(changed.map(({ tenantId }) => tenantId));
    // The repeated batch may fail, too. If even this record cannot be written, the clients find the changes when they next
    // read the lists.
    await recordMissedChanges(table, tenantIds, now).catch(() => {});
    throw error;
  }
}

async function sendChanges(
  streamed: StreamChanges,
  isLate: boolean,
  context: SendContext,
): Promise<FanOutResult> {
  const { table, now } = context;
  const toAll = await readLiveChanges(table, streamed);
  // Who looks at an alert is not worth a delay of the alerts.
  const viewers = isLate ? NO_VIEWERS : await readViewers(table, streamed.viewed);
  const changes = [...toAll, ...viewers.changes];
  const { connections, opened } = await connectionsOf(table, streamed, toAll, viewers.connections);
  const sees = (some: readonly LiveChange[]) => (it: Connection) =>
    visibleChanges(it, scopeAtOpening(it), some).length > 0;
  const receiving = connections.filter(sees(changes));
  const skipped = isLate ? tenantsToSkip(receiving) : new Set<string>();
  const missing = Map.groupBy(receiving, ({ tenantId }) => tenantId);
  await recordMissedChanges(table, skipped, now, (tenantId) => missing.get(tenantId)?.length ?? 1);
  const served = new Set(receiving.filter(({ tenantId }) => !skipped.has(tenantId)));
  const warned = connectionsToWarn(
    receiving.filter((it) => !served.has(it)).filter(sees(changes.filter(isUrgent))),
  );
  const urgentOnly = new Set(warned.map(({ id }) => id));
  const others = connections.filter(
    (it) => opened.has(it.id) || isAffected(it, streamed.affected) || served.has(it),
  );
  const concerned = [...others.filter(({ id }) => !urgentOnly.has(id)), ...warned];
  // Connections are authorized after everything else is read, so that a message is only sent to a user who may see it at that
  // time.
  const outcome = await sendToConnections(concerned, { changes, opened, urgentOnly }, context);
  const sent = streamed.raised.filter(({ tenantId }) => !skipped.has(tenantId));
  // Without this record, screens say that alerts may be late, and list them.
  await recordSent(table, sent, now).catch(() => {});
  const watched = new Set(connections.map(({ tenantId }) => tenantId));
  const times = streamed.alerts.filter(({ tenantId }) => watched.has(tenantId)).map(({ at }) => at);
  return {
    ...outcome,
    skipped: receiving.length - served.size,
    oldestAt: outcome.messages > 0 ? times.sort()[0] : undefined,
  };
}

const NO_VIEWERS = { changes: [], connections: [] };

interface FoundConnections {
  readonly connections: readonly Connection[];
  /** The ids of the connections that were opened in this batch. */
  readonly opened: ReadonlySet<string>;
}

/** Finds every connection that a batch may concern, each once. */
async function connectionsOf(
  table: Table,
  { affected, opened }: StreamChanges,
  changes: readonly LiveChange[],
  viewing: readonly Connection[],
): Promise<FoundConnections> {
  const ofTenants = affected.filter(({ userId }) => userId === undefined);
  const whole = new Set(ofTenants.map(({ tenantId }) => tenantId));
  const users = new Map(
    affected
      .filter(({ tenantId, userId }) => userId !== undefined && !whole.has(tenantId))
      .map((it) => [`${it.tenantId} ${it.userId}`, it]),
  );
  const sites = changes.flatMap(({ subject: { tenant_id: tenantId, site_id: siteId } }) =>
    siteId !== undefined && !whole.has(tenantId) ? [{ tenantId, siteId }] : [],
  );
  const [ofWhole, ofUsers, ofSites, items] = await Promise.all([
    Promise.all([...whole].map((tenantId) => findConnections(table, { tenantId }))),
    Promise.all([...users.values()].map((it) => findConnections(table, it))),
    findReceivers(table, sites),
    readOpened(table, opened),
  ]);
  const all = [...ofWhole.flat(), ...ofUsers.flat(), ...ofSites, ...items, ...viewing];
  const connections = new Map(all.map((it) => [it.id, it]));
  return { connections: [...connections.values()], opened: new Set(items.map(({ id }) => id)) };
}

async function readOpened(table: Table, keys: readonly ItemKey[]): Promise<Connection[]> {
  const items = keys.length > 0 ? await batchGet(table, keys) : [];
  return items.flatMap((item, place) => {
    const connection = item && readConnection(item);
    // If the user belongs to another tenant, the stream also has the copy of the connection. Only the item in the partition
    // of the watched tenant counts.
    return connection && keys[place]?.pk === livePartition(connection.tenantId) ? [connection] : [];
  });
}

function isAffected({ session }: Connection, affected: readonly ConnectionScope[]): boolean {
  return affected.some(
    ({ tenantId, userId }) =>
      tenantId === session.tenantId && (userId === undefined || userId === session.userId),
  );
}

interface ReceivingSite {
  readonly tenantId: string;
  readonly siteId: string;
}

const QUERIES_AT_ONCE = 20;

/** A receiver that only names its connection. */
const namesSchema = z.object({ user_id: z.string(), connection_id: z.string() });

/**
 * Finds the connections that may see changes of these sites, by strongly consistent reads that touch no connection of other
 * sites. A connection may already be gone: sending to it then fails, and Guard forgets it.
 */
async function findReceivers(table: Table, sites: readonly ReceivingSite[]): Promise<Connection[]> {
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
