import type { DynamoDBRecord } from 'aws-lambda';
import { isPermitted, isWithinScope, type Scope } from '../base/access.ts';
import { runInLanes } from '../base/run-in-lanes.ts';
import { POSTS_AT_A_TIME, type Sockets } from '../lambda/sockets.ts';
import type { Table } from '../table/table.ts';
import { type AuthorizedConnection, authorizeConnections } from './authorize-connections.ts';
import { closeConnection, cutOffConnection, forgetConnection } from './close-connection.ts';
import { type Connection, scopeOfConnection } from './connection.ts';
import { isOfKey, isOfWall } from './key-session.ts';
import { packChanges, withoutPeople, writeMessage } from './messages.ts';
import type { LiveChange } from './read-live-changes.ts';

export interface SendContext {
  readonly table: Table;
  readonly sockets: Sockets;
  readonly now: Date;
}

interface Batch {
  readonly changes: readonly LiveChange[];
  /** The ids of the connections that were just opened. */
  readonly opened: ReadonlySet<string>;
  /** The ids of the connections that are sent only urgent changes. */
  readonly urgentOnly: ReadonlySet<string>;
}

export interface SendOutcome {
  /** How many messages clients have received. */
  readonly messages: number;
  /** How many connections were closed because sending to them failed. Their clients connect again and read the lists. */
  readonly cutOff: number;
}

/**
 * How many connections one call of the table authorizes. Each needs its token, its user and the user's sites; most of them
 * share a tenant.
 */
const AUTHORIZED_AT_ONCE = 32;
/**
 * If sending fails for at most this many connections, they are closed. If it fails for more, and for all of them, the fault
 * is Guard's.
 */
const FEW = 2;
/** For this long, a connection counts as new: it takes messages only some time after API Gateway has accepted it. */
const YOUNG_MS = 10_000;
/** How often it is tried to send `ready`, with pauses that double. */
const READY_TRIES = 5;
const FIRST_PAUSE_MS = 30;

/**
 * Sends each connection the changes that it may see, right after authorizing it. If sending to a connection fails, the
 * connection is closed, and the others are not delayed. After all others are served, it throws if the connections are not at
 * fault: if some could not be authorized, if sending failed for all of many connections, or if it failed for all of a few and
 * one of these could not be closed.
 */
export async function sendToConnections(
  connections: readonly Connection[],
  { changes, opened, urgentOnly }: Batch,
  context: SendContext,
): Promise<SendOutcome> {
  const authorizedAt = authorizeInTime(connections, context);
  const messagesFor = writeOnce(changes, urgentOnly);
  const notAuthorized: unknown[] = [];
  const notSent: { readonly connection: Connection; readonly error: unknown }[] = [];
  let messages = 0;
  await runInLanes([...connections.entries()], POSTS_AT_A_TIME, async ([place, connection]) => {
    const authorized = await authorizedAt(place).catch((error) => void notAuthorized.push(error));
    if (!authorized) return;
    try {
      const isOpened = opened.has(connection.id);
      const received = await sendToConnection(authorized, { messagesFor, isOpened }, context);
      messages += received; // added after the await, because other lanes count meanwhile
    } catch (error) {
      notSent.push({ connection, error });
    }
  });
  if (notAuthorized.length > 0) throw notAuthorized[0];
  const [first] = notSent;
  const hasFailedForAll = notSent.length === connections.length;
  if (first && hasFailedForAll && notSent.length > FEW) throw first.error;
  const closed = await runInLanes(notSent, POSTS_AT_A_TIME, (it) => cutOffConnection(context, it.connection));
  if (first && hasFailedForAll && closed.includes(false)) throw first.error;
  return { messages, cutOff: closed.filter(Boolean).length };
}

/**
 * Authorizes connections in groups, each group when its first connection is next to be served: the last of many connections
 * is served seconds after the first.
 */
function authorizeInTime(connections: readonly Connection[], { table, now }: SendContext) {
  const groups = new Map<number, Promise<AuthorizedConnection[]>>();
  return async (place: number): Promise<AuthorizedConnection | undefined> => {
    const begin = place - (place % AUTHORIZED_AT_ONCE);
    let group = groups.get(begin);
    if (!group) {
      group = authorizeConnections(table, connections.slice(begin, begin + AUTHORIZED_AT_ONCE), now);
      groups.set(begin, group);
    }
    return (await group)[place - begin];
  };
}

type MessagesFor = (connection: Connection, scope: Scope) => readonly string[];

/** Serializes changes once for all connections that see the same ones. */
function writeOnce(changes: readonly LiveChange[], urgentOnly: ReadonlySet<string>): MessagesFor {
  const written = new Map<string, readonly string[]>();
  const urgent = changes.filter(isUrgent);
  return (connection, scope) => {
    const visible = visibleChanges(connection, scope, urgentOnly.has(connection.id) ? urgent : changes);
    const isWall = isOfWall(connection.session);
    const name = `${isWall} ${visible.map((it) => changes.indexOf(it)).join()}`;
    const messages =
      written.get(name) ??
      packChanges(visible.map(({ change }) => (isWall ? withoutPeople(change) : change)));
    written.set(name, messages);
    return messages;
  };
}

/** The changes that a connection may see. They are the same that the lists of its user show. */
export function visibleChanges(
  connection: Connection,
  scope: Scope,
  changes: readonly LiveChange[],
): readonly LiveChange[] {
  return changes.filter((it) => isVisible(connection, scope, it));
}

/** Whether a connection may see a change. */
export function isVisible(
  connection: Connection,
  scope: Scope,
  { permission, subject, except, only }: Omit<LiveChange, 'change'>,
): boolean {
  const own = scopeOfConnection(connection, scope);
  return (
    own !== undefined &&
    isPermitted(connection.role, permission) &&
    // An API key cannot read tests (functions/tests), so it is sent none.
    !(permission === 'tests:read' && isOfKey(connection.session)) &&
    isWithinScope(own, subject) &&
    !(except && isWithinScope(own, except)) &&
    (only?.has(connection.id) ?? true)
  );
}

/** Sends changes to one connection. Resolves to the number of messages that the client received. */
async function sendToConnection(
  { connection, access }: AuthorizedConnection,
  { messagesFor, isOpened }: { readonly messagesFor: MessagesFor; readonly isOpened: boolean },
  { table, sockets, now }: SendContext,
): Promise<number> {
  if (access.closing) {
    await closeConnection({ table, sockets }, connection, access.closing);
    return 1;
  }
  if (isOpened && !(await sendReady(table, sockets, connection))) return 0;
  const messages = messagesFor(connection, access.scope);
  for (const message of messages) {
    if (await sockets.post(connection.id, message)) continue;
    const isYoung = now.getTime() - connection.connectedAt.getTime() < YOUNG_MS;
    if (!isYoung) await forgetConnection(table, connection);
    return 0;
  }
  return messages.length + Number(isOpened);
}

/**
 * Sends `ready`. Resolves to whether the client received it. If it did not, the client may have left, or API Gateway is still
 * accepting the connection; then the client sends `ping`.
 */
async function sendReady(table: Table, sockets: Sockets, { id }: Connection): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    if (await sockets.post(id, writeMessage({ type: 'ready' }))) return true;
    if (tries === READY_TRIES) return false;
    await table.pause(FIRST_PAUSE_MS * 2 ** (tries - 1));
  }
}

/**
 * A batch is late if one of its changes is older than this: something keeps its shard of the stream from advancing, mostly a
 * storm of one tenant.
 */
const LATE_SECONDS = 20;
/** To how many connections a late batch is sent in full, which takes less than a second. */
const SENT_WHEN_LATE = 200;
/** To how many more connections only the critical alerts of a late batch are sent, which takes about three seconds. */
const WARNED_WHEN_LATE = 2_000;

export function isLate(records: readonly DynamoDBRecord[], now: Date): boolean {
  const oldest = now.getTime() / 1_000 - LATE_SECONDS;
  return records.some(({ dynamodb }) => (dynamodb?.ApproximateCreationDateTime ?? oldest) < oldest);
}

/** Chooses the tenants that a late batch skips: those with the most connections, so that these do not delay the others. */
export function tenantsToSkip(connections: readonly Connection[]): ReadonlySet<string> {
  const skipped = new Set<string>();
  let sent = 0;
  for (const [tenantId, { length }] of smallestFirst(connections)) {
    sent += length;
    if (sent > SENT_WHEN_LATE) skipped.add(tenantId);
  }
  return skipped;
}

/**
 * Whether a late batch sends a change even to skipped tenants, because a screen that waits for its next ping would not show
 * it for minutes.
 */
export function isUrgent({ change }: LiveChange): boolean {
  return change.type === 'alert' && change.alert.severity === 'critical' && change.alert.status === 'active';
}

/** Chooses the connections of skipped tenants that are sent the urgent changes, among those that may see one. */
export const connectionsToWarn = (connections: readonly Connection[]): readonly Connection[] =>
  smallestFirst(connections)
    .flatMap(([, ofTenant]) => ofTenant)
    .slice(0, WARNED_WHEN_LATE);

const smallestFirst = (connections: readonly Connection[]) =>
  [...Map.groupBy(connections, ({ tenantId }) => tenantId)].sort(
    ([, some], [, others]) => some.length - others.length,
  );
