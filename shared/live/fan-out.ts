import type { DynamoDBRecord } from 'aws-lambda';
import { batchGet } from '../table/batch-get.ts';
import { type ItemKey, livePartition } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { type Happenings, readChanges, type Whose } from './changes.ts';
import { type Connection, readConnection, scopeAtOpening } from './connection.ts';
import { findConnections } from './find-connections.ts';
import { readHappened } from './read-happened.ts';
import { type FanOutMeans, type TellingOutcome, tellConnections, toldTo } from './tell-connections.ts';

/** What a batch came to. */
export interface FannedOut extends TellingOutcome {
  /** When the first of the changes that somebody was told of happened, a timestamp of the API. */
  readonly oldestAt: string | undefined;
}

/**
 * Tells connections of a batch of changes, says to those that were opened that they are ready, and closes those that may not
 * go on. Everybody is told what can be told before it throws; then the batch comes again, and what is told twice is of the
 * same version or a higher one.
 */
export async function fanOut(records: readonly DynamoDBRecord[], means: FanOutMeans): Promise<FannedOut> {
  const { table } = means;
  const happenings = readChanges(records);
  const { connections, opened } = await connectionsOf(table, happenings);
  const watched = new Set(connections.map(({ tenantId }) => tenantId));
  const isWatched = ({ tenantId }: { readonly tenantId: string }) => watched.has(tenantId);
  const alerts = happenings.alerts.filter(isWatched);
  const told = await readHappened(table, { alerts, devices: happenings.devices.filter(isWatched) });
  const concerned = connections.filter(
    (it) =>
      opened.has(it.id) ||
      isEnding(it, happenings.endings) ||
      toldTo(it, scopeAtOpening(it), told).length > 0,
  );
  // Last of all that is read, they are judged: what is told must be in reach now.
  const outcome = await tellConnections(concerned, { told, opened }, means);
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
  { alerts, devices, endings, opened }: Happenings,
): Promise<FoundConnections> {
  const whole = [...alerts, ...devices, ...endings.filter(({ userId }) => userId === undefined)];
  const tenantIds = new Set(whole.map(({ tenantId }) => tenantId));
  const ofUsers = endings.filter(({ tenantId, userId }) => userId !== undefined && !tenantIds.has(tenantId));
  const users = new Map(ofUsers.map((it) => [`${it.tenantId} ${it.userId}`, it]));
  const whose: Whose[] = [...[...tenantIds].map((tenantId) => ({ tenantId })), ...users.values()];
  const [found, items] = await Promise.all([
    Promise.all(whose.map((it) => findConnections(table, it))),
    readOpened(table, opened),
  ]);
  const connections = new Map([...found.flat(), ...items].map((it) => [it.id, it]));
  return { connections: [...connections.values()], opened: new Set(items.map(({ id }) => id)) };
}

async function readOpened(table: Table, keys: readonly ItemKey[]): Promise<Connection[]> {
  const items = keys.length > 0 ? await batchGet(table, keys) : [];
  return items.flatMap((item, place) => {
    const connection = item && readConnection(item);
    // Its copy, beside its user, comes by too.
    return connection && keys[place]?.pk === livePartition(connection.tenantId) ? [connection] : [];
  });
}

function isEnding({ session }: Connection, endings: readonly Whose[]): boolean {
  return endings.some(
    ({ tenantId, userId }) =>
      tenantId === session.tenantId && (userId === undefined || userId === session.userId),
  );
}
