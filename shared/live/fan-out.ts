import type { DynamoDBRecord } from 'aws-lambda';
import { isPermitted, isWithinReach, type Reach } from '../access.ts';
import { POSTS_AT_A_TIME, type Sockets } from '../lambda/sockets.ts';
import { runInLanes } from '../run-in-lanes.ts';
import { batchGet } from '../table/batch-get.ts';
import { type ItemKey, livePartition } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { type Happenings, readChanges, type Whose } from './changes.ts';
import { closeConnection, forgetConnection } from './close-connection.ts';
import { type Connection, reachAtOpening, reachOfConnection, readConnection } from './connection.ts';
import { findConnections } from './find-connections.ts';
import { type Judged, judgeConnections } from './judge-connections.ts';
import { type Change, packChanges, writeMessage } from './messages.ts';
import { readHappened, type Told } from './read-happened.ts';

export interface FanOutMeans {
  readonly table: Table;
  readonly sockets: Sockets;
  readonly now: Date;
}

/** What a batch came to. */
export interface FannedOut {
  /** Messages that were taken. */
  readonly messages: number;
  /** When the first of the changes that somebody was told of happened, a timestamp of the API. */
  readonly oldestAt: string | undefined;
}

/** A connection is not there yet right after it was let in: it is young so long after. */
const YOUNG_MS = 10_000;
/** So often it is looked for, with pauses that double. */
const READY_TRIES = 5;
const FIRST_PAUSE_MS = 30;

/**
 * Tells connections of a batch of changes, says to those that were opened that they are ready, and closes those that may not
 * go on. Everybody is told what can be told before it throws, where somebody could not be; then the batch comes again, and
 * what is told twice is of the same version or a higher one.
 */
export async function fanOut(
  records: readonly DynamoDBRecord[],
  { table, sockets, now }: FanOutMeans,
): Promise<FannedOut> {
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
      changesFor(it, reachAtOpening(it), told).length > 0,
  );
  // Last of all that is read: what is told must be in reach now.
  const judged = await judgeConnections(table, concerned, now);
  const failures: unknown[] = [];
  let messages = 0;
  await runInLanes(judged, POSTS_AT_A_TIME, async (it) => {
    try {
      messages += await tell(it, told, opened.has(it.connection.id), { table, sockets, now });
    } catch (error) {
      failures.push(error);
    }
  });
  if (failures.length > 0) throw failures[0];
  return { messages, oldestAt: messages > 0 ? alerts.map(({ at }) => at).sort()[0] : undefined };
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

/** What of all that is told a connection is told, as the lists of its user would show it. */
function changesFor(connection: Connection, reach: Reach, told: readonly Told[]): Change[] {
  const own = reachOfConnection(connection, reach);
  if (!own) return [];
  return told
    .filter(
      ({ permission, subject, except }) =>
        isPermitted(connection.role, permission) &&
        isWithinReach(own, subject) &&
        !(except && isWithinReach(own, except)),
    )
    .map(({ change }) => change);
}

/** Resolves to how many messages the client got. */
async function tell(
  { connection, verdict }: Judged,
  told: readonly Told[],
  isOpened: boolean,
  { table, sockets, now }: FanOutMeans,
): Promise<number> {
  if (verdict.closing) {
    await closeConnection(table, sockets, connection, verdict.closing);
    return 1;
  }
  if (isOpened && !(await sayReady(table, sockets, connection))) return 0;
  const messages = packChanges(changesFor(connection, verdict.reach, told));
  for (const message of messages) {
    if (await sockets.post(connection.id, message)) continue;
    const isYoung = now.getTime() - connection.connectedAt.getTime() < YOUNG_MS;
    if (!isYoung) await forgetConnection(table, connection);
    return 0;
  }
  return messages.length + Number(isOpened);
}

/** Whether the client is there. If not, it may have left already, or is let in at this moment: then it asks (`ping`). */
async function sayReady(table: Table, sockets: Sockets, { id }: Connection): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    if (await sockets.post(id, writeMessage({ type: 'ready' }))) return true;
    if (tries === READY_TRIES) return false;
    await table.pause(FIRST_PAUSE_MS * 2 ** (tries - 1));
  }
}
