import type { DynamoDBRecord } from 'aws-lambda';
import { runInLanes } from '../run-in-lanes.ts';
import { batchGet } from '../table/batch-get.ts';
import { type ItemKey, livePartition } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { type Connection, readConnection, scopeAtOpening } from './connection.ts';
import { findConnections } from './find-connections.ts';
import { recordMissedChanges } from './missed-changes.ts';
import { type LiveChange, readLiveChanges } from './read-live-changes.ts';
import { findReceivers } from './receiver.ts';
import { forgetComplete, readComplete, recordComplete } from './receivers-complete.ts';
import {
  type SendContext,
  type SendOutcome,
  sendToConnections,
  visibleChanges,
} from './send-to-connections.ts';
import { connectionsToWarn, isLate, isUrgent, tenantsToSkip } from './shed-load.ts';
import { type ConnectionScope, readStreamChanges, type StreamChanges } from './stream-changes.ts';

export interface FanOutContext extends SendContext {
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
}

export interface FanOutResult extends SendOutcome {
  /**
   * Connections that changes were not sent to, because the batch was late, but for critical alerts: their next ping closes
   * them.
   */
  readonly skipped: number;
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
  const { table, now } = context;
  const streamed = readStreamChanges(records);
  const tenantIds = new Set(
    [...streamed.alerts, ...streamed.devices, ...streamed.tests].map(({ tenantId }) => tenantId),
  );
  try {
    return await sendChanges(streamed, { tenantIds: [...tenantIds], isLate: isLate(records, now) }, context);
  } catch (error) {
    // The repetition may fail, too. If even this is not written, the clients find the changes with their next lists.
    await recordMissedChanges(table, tenantIds, now).catch(() => {});
    throw error;
  }
}

async function sendChanges(
  streamed: StreamChanges,
  { tenantIds, isLate }: { readonly tenantIds: readonly string[]; readonly isLate: boolean },
  context: FanOutContext,
): Promise<FanOutResult> {
  const { table, now } = context;
  const [changes, complete] = await Promise.all([
    readLiveChanges(table, streamed),
    readComplete(table, tenantIds, context),
  ]);
  const { connections, opened } = await connectionsOf(streamed, { changes, complete }, context);
  const sees = (some: readonly LiveChange[]) => (it: Connection) =>
    visibleChanges(it, scopeAtOpening(it), some).length > 0;
  const receiving = connections.filter(sees(changes));
  const skipped = isLate ? tenantsToSkip(receiving) : new Set<string>();
  await recordMissedChanges(table, skipped, now);
  const served = new Set(receiving.filter(({ tenantId }) => !skipped.has(tenantId)));
  const warned = connectionsToWarn(
    receiving.filter((it) => !served.has(it)).filter(sees(changes.filter(isUrgent))),
  );
  const urgentOnly = new Set(warned.map(({ id }) => id));
  const others = connections.filter(
    (it) => opened.has(it.id) || isAffected(it, streamed.affected) || served.has(it),
  );
  const concerned = [...others.filter(({ id }) => !urgentOnly.has(id)), ...warned];
  // Connections are authorized after everything else is read: a message must be visible when it is sent.
  const outcome = await sendToConnections(concerned, { changes, opened, urgentOnly }, context);
  const watched = new Set(connections.map(({ tenantId }) => tenantId));
  const times = streamed.alerts.filter(({ tenantId }) => watched.has(tenantId)).map(({ at }) => at);
  return {
    ...outcome,
    skipped: receiving.length - served.size,
    oldestAt: outcome.messages > 0 ? times.sort()[0] : undefined,
  };
}

interface FoundConnections {
  readonly connections: readonly Connection[];
  /** The ids of those that were opened in this batch. */
  readonly opened: ReadonlySet<string>;
}

interface ReadChanges {
  readonly changes: readonly LiveChange[];
  /** The tenants with receivers that list every connection. */
  readonly complete: ReadonlySet<string>;
}

const WRITES_AT_ONCE = 20;

/** Every connection that a batch may concern, each once. */
async function connectionsOf(
  { affected, opened }: StreamChanges,
  { changes, complete }: ReadChanges,
  { table, now }: FanOutContext,
): Promise<FoundConnections> {
  const ofTenants = affected.filter(({ userId }) => userId === undefined);
  const whole = new Set(ofTenants.map(({ tenantId }) => tenantId));
  const changed = new Set(changes.map(({ subject }) => subject.tenant_id));
  const incomplete = [...changed].filter((tenantId) => !complete.has(tenantId));
  for (const tenantId of incomplete) whole.add(tenantId);
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
  const found = new Map([...whole].map((tenantId, place) => [tenantId, ofWhole[place] ?? []]));
  const completed = incomplete.filter((tenantId) => {
    const ofTenant = found.get(tenantId) ?? [];
    return ofTenant.length > 0 && ofTenant.every(({ hasReceivers }) => hasReceivers);
  });
  await runInLanes(completed, WRITES_AT_ONCE, (tenantId) => recordComplete(table, tenantId, now));
  const all = [...ofWhole.flat(), ...ofUsers.flat(), ...ofSites, ...items];
  const connections = new Map(all.map((it) => [it.id, it]));
  return { connections: [...connections.values()], opened: new Set(items.map(({ id }) => id)) };
}

async function readOpened(table: Table, keys: readonly ItemKey[]): Promise<Connection[]> {
  const items = keys.length > 0 ? await batchGet(table, keys) : [];
  const opened = items.flatMap((item, place) => {
    const connection = item && readConnection(item);
    // The stream also has the copy in the partition of the user's own tenant.
    return connection && keys[place]?.pk === livePartition(connection.tenantId) ? [connection] : [];
  });
  const unlisted = opened.filter(({ hasReceivers }) => !hasReceivers);
  const tenantIds = new Set(unlisted.map((it) => it.tenantId));
  await runInLanes([...tenantIds], WRITES_AT_ONCE, (tenantId) => forgetComplete(table, tenantId));
  return opened;
}

function isAffected({ session }: Connection, affected: readonly ConnectionScope[]): boolean {
  return affected.some(
    ({ tenantId, userId }) =>
      tenantId === session.tenantId && (userId === undefined || userId === session.userId),
  );
}
