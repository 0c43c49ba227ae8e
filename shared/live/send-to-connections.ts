import type { DynamoDBRecord } from 'aws-lambda';
import { isPermitted, isWithinScope, type Scope } from '../base/access.ts';
import { runInLanes } from '../base/run-in-lanes.ts';
import { POSTS_AT_A_TIME, type Sockets } from '../lambda/sockets.ts';
import type { Table } from '../table/table.ts';
import { type AuthorizedConnection, authorizeConnections } from './authorize-connections.ts';
import { closeConnection, cutOffConnection, forgetConnection } from './close-connection.ts';
import { type Connection, scopeOfConnection } from './connection.ts';
import { isOfKey } from './key-session.ts';
import { packChanges, writeMessage } from './messages.ts';
import type { LiveChange } from './read-live-changes.ts';

export interface SendContext {
  readonly table: Table;
  readonly sockets: Sockets;
  readonly now: Date;
}

interface Batch {
  readonly changes: readonly LiveChange[];
  /** The ids of connections that were just opened. */
  readonly opened: ReadonlySet<string>;
  /** The ids of connections that are sent urgent changes alone. */
  readonly urgentOnly: ReadonlySet<string>;
}

export interface SendOutcome {
  /** Messages that clients received. */
  readonly messages: number;
  /** Connections that were closed because sending failed: their clients connect again and list. */
  readonly cutOff: number;
}

/**
 * The number of connections that one call of the table authorizes. Each needs its token, user and sites; mostly they share a
 * tenant.
 */
const AUTHORIZED_AT_ONCE = 32;
/** If sending fails for no more connections than this, they are closed. If it fails for more, and for all, Guard is at fault. */
const FEW = 2;
/** A new connection takes messages only some time after API Gateway has accepted it. */
const YOUNG_MS = 10_000;
/** The number of attempts to send `ready`; the pauses between them double. */
const READY_TRIES = 5;
const FIRST_PAUSE_MS = 30;

/**
 * Sends each connection the changes that it may see, right after it is authorized. A connection that fails is closed and
 * delays no other one. After all others are served, throws if the connections are not at fault: if some could not be
 * authorized, if sending failed for all of many, or if it failed for all of a few and one could not be closed.
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
      messages += received; // after the await: other lanes count meanwhile
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
 * Authorizes connections in groups, each when its first connection has its turn: the last of many connections has its turn
 * seconds after the first.
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

/** Connections that see the same changes share one serialization. */
function writeOnce(changes: readonly LiveChange[], urgentOnly: ReadonlySet<string>): MessagesFor {
  const written = new Map<string, readonly string[]>();
  const urgent = changes.filter(isUrgent);
  return (connection, scope) => {
    const visible = visibleChanges(connection, scope, urgentOnly.has(connection.id) ? urgent : changes);
    const name = visible.map((it) => changes.indexOf(it)).join();
    const messages = written.get(name) ?? packChanges(visible.map(({ change }) => change));
    written.set(name, messages);
    return messages;
  };
}

/** Changes visible to this connection, as the lists of its user would show them. */
export function visibleChanges(
  connection: Connection,
  scope: Scope,
  changes: readonly LiveChange[],
): readonly LiveChange[] {
  const own = scopeOfConnection(connection, scope);
  if (!own) return [];
  return changes.filter(
    ({ permission, subject, except }) =>
      isPermitted(connection.role, permission) &&
      // A key reads no tests (functions/tests), so none are sent to it.
      !(permission === 'tests:read' && isOfKey(connection.session)) &&
      isWithinScope(own, subject) &&
      !(except && isWithinScope(own, except)),
  );
}

/** Resolves to the number of messages that the client received. */
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
 * Resolves to whether the client received it. If not, the client may have left, or API Gateway is still accepting it: then
 * it sends `ping`.
 */
async function sendReady(table: Table, sockets: Sockets, { id }: Connection): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    if (await sockets.post(id, writeMessage({ type: 'ready' }))) return true;
    if (tries === READY_TRIES) return false;
    await table.pause(FIRST_PAUSE_MS * 2 ** (tries - 1));
  }
}

/** A batch with an older change is late: something keeps its shard from advancing, mostly a storm of one tenant. */
const LATE_SECONDS = 20;
/** Late batches reach at most this many connections, which takes less than a second. */
const SENT_WHEN_LATE = 200;
/** Critical alerts of a late batch reach at most this many more connections, which takes about three seconds. */
const WARNED_WHEN_LATE = 2_000;

export function isLate(records: readonly DynamoDBRecord[], now: Date): boolean {
  const oldest = now.getTime() / 1_000 - LATE_SECONDS;
  return records.some(({ dynamodb }) => (dynamodb?.ApproximateCreationDateTime ?? oldest) < oldest);
}

/** The tenants that are not served by a late batch: those with the most connections, so that they delay no others. */
export function tenantsToSkip(connections: readonly Connection[]): ReadonlySet<string> {
  const skipped = new Set<string>();
  let sent = 0;
  for (const [tenantId, { length }] of smallestFirst(connections)) {
    sent += length;
    if (sent > SENT_WHEN_LATE) skipped.add(tenantId);
  }
  return skipped;
}

/** Whether a late batch sends a change to tenants that it skips: a screen that waits for its next ping would hide it for minutes. */
export function isUrgent({ change }: LiveChange): boolean {
  return change.type === 'alert' && change.alert.severity === 'critical' && change.alert.status === 'active';
}

/** The connections of skipped tenants that are sent the urgent changes, given those that may see one. */
export const connectionsToWarn = (connections: readonly Connection[]): readonly Connection[] =>
  smallestFirst(connections)
    .flatMap(([, ofTenant]) => ofTenant)
    .slice(0, WARNED_WHEN_LATE);

const smallestFirst = (connections: readonly Connection[]) =>
  [...Map.groupBy(connections, ({ tenantId }) => tenantId)].sort(
    ([, some], [, others]) => some.length - others.length,
  );
