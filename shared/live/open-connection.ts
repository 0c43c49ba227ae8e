import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { keysOfAssignment, readAssignedSites } from '../accounts/assignments.ts';
import { judgeSession, sessionKeys } from '../accounts/authenticate.ts';
import type { SessionIds } from '../accounts/session-ids.ts';
import { type Caller, isKey } from '../base/actor.ts';
import { ApiError } from '../base/errors.ts';
import type { RandomBytes } from '../base/ids.ts';
import { formatTimestamp, toEpochSeconds } from '../base/time.ts';
import { isSameHash } from '../lambda/secret.ts';
import { commit, type GuardedWrite } from '../table/commit.ts';
import { commitDespiteConflicts } from '../table/decide-and-write.ts';
import { anyOf, attribute, EXISTS, expression, expressionInput } from '../table/expression.ts';
import { assignmentKey, connectionIdKey, connectionPrefix, livePartition, placesKey } from '../table/keys.ts';
import { batchGet, getItem, inPartition } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { deleteIf, putOwn, updateItem } from '../table/writes.ts';
import { type Connection, connectionItems, EXPIRY_SECONDS, endOfConnection, LIFE_MS } from './connection.ts';
import { isOfKey, itemKeysOfKey, judgeKey, sessionOfKey } from './key-session.ts';
import {
  issueTicket,
  type LiveTicket,
  type ParsedTicket,
  parseTicket,
  TICKET_SECONDS,
  ticketItemSchema,
} from './ticket.ts';

/** Why opening a connection was rejected. The reason is only logged. */
type Refusal = string;
/** This rejection leaves the ticket valid, so that the client can try again with it. */
export const TOO_MANY = 'too_many_connections' satisfies Refusal;

interface Opening {
  readonly connectionId: string;
  readonly now: Date;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
}

/**
 * Opens a connection: one transaction uses up the ticket and stores the connection. A ticket of an ended session is rejected.
 * If the session or scope changes later, this is noticed before `ready` is sent, and before each change is sent
 * (authorize-connections.ts). No firewall protects WebSocket APIs, so an invalid ticket costs as little as possible: no read
 * if its checksum is wrong, and one read unit if it is invented, used or expired.
 */
export async function openConnection(
  table: Table,
  text: string | undefined,
  { connectionId, now, random }: Opening,
): Promise<Connection | Refusal> {
  const ticket = text === undefined ? undefined : parseTicket(text);
  if (!ticket) return 'ticket_malformed';
  const { session, tenantId } = ticket;
  const stored = await getItem(table, ticket.key);
  if (!stored) return 'ticket_not_found';
  const { secret_hash, expires_at } = ticketItemSchema.parse(stored);
  if (!isSameHash(secret_hash, ticket.secretHash)) return 'ticket_secret_mismatch';
  if (now >= new Date(expires_at)) return 'ticket_expired';
  const open = isOfKey(session)
    ? judgeKey(await batchGet(table, itemKeysOfKey(session, [])), now) // its site is checked before `ready` is sent
    : await readOpenSession(table, session, now);
  if (typeof open === 'string') return open;
  if ('lacksSecondFactor' in open && open.lacksSecondFactor) return 'second_factor_setup_required';
  if (await hasReachedConnectionLimit(table, session)) return TOO_MANY;
  const { role, siteIds, expiresAt } = open;
  const connection: Connection = {
    id: connectionId,
    session,
    tenantId,
    role,
    siteIds,
    connectedAt: now,
    endsAt: endOfConnection(now, expiresAt, random()),
  };
  const writes = [
    useUp(table, ticket, now),
    ...connectionItems(connection).map((item) => putOwn(table, item)),
    takePlace(table, connection),
  ];
  for (;;) {
    const outcome = await commitDespiteConflicts(table, writes).catch((error: unknown) => {
      if (isTooMany(error)) return TOO_MANY;
      throw error;
    });
    if (outcome === 'written') return connection;
    if (outcome === 'stale') return 'ticket_used';
    if (!(await leaveStalePlaces(table, session))) return TOO_MANY;
  }
}

const isTooMany = (error: unknown) => error instanceof ApiError && error.code === TOO_MANY;

async function readOpenSession(table: Table, session: SessionIds, now: Date) {
  const [token, user, tenant, assignment] = await batchGet(table, [
    ...sessionKeys(session),
    assignmentKey(session.tenantId, session.userId),
  ]);
  const open = judgeSession([token, user, tenant], now);
  if (typeof open === 'string') return open;
  const hasSites = keysOfAssignment({ ...session, role: open.role }).length > 0;
  return { ...open, siteIds: hasSites ? readAssignedSites(assignment) : [] };
}

/**
 * Makes the write that uses a ticket up. If several clients have the same ticket, only one succeeds. The write also checks
 * the expiry, because DynamoDB deletes expired items late.
 */
function useUp(table: Table, { key, secretHash }: ParsedTicket, now: Date): GuardedWrite {
  const isValid = expression`#secret_hash = ${secretHash} AND #expires_at > ${formatTimestamp(now)}`;
  return deleteIf(table, key, isValid, 'stale');
}

/** How many connections a user may have open. Every change reads and authorizes each of them. */
export const CONNECTION_LIMIT = 50;

/**
 * Whether a user has as many connections as allowed, whatever tenants they watch. It counts them by a strongly consistent
 * read of the partition of the user's own tenant, which contains them all. Connections that are opened at the same moment do
 * not see each other here; `takePlace` decides between them.
 */
export async function hasReachedConnectionLimit(
  table: Table,
  { tenantId, userId }: Omit<SessionIds, 'tokenId'>,
): Promise<boolean> {
  const { Count = 0 } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      ...expressionInput({ key: inPartition(livePartition(tenantId), connectionPrefix(userId)) }),
      ConsistentRead: true,
      Select: 'COUNT',
      Limit: CONNECTION_LIMIT,
    }),
  );
  return Count >= CONNECTION_LIMIT;
}

const PLACES = attribute('places');

/**
 * Makes the write that counts a new connection towards the user's limit, by adding its id to a set. It belongs to the
 * transaction that stores the connection, so that only stored connections count. A repetition adds the same id, so it counts
 * once.
 */
function takePlace(table: Table, { id, session, connectedAt }: Connection): GuardedWrite {
  // By this time, all connections in the set have ended, whenever this one ends.
  const ttl = toEpochSeconds(new Date(connectedAt.getTime() + LIFE_MS.longest)) + EXPIRY_SECONDS;
  const isLeft = anyOf(
    expression`attribute_not_exists(${PLACES})`,
    expression`size(${PLACES}) < ${CONNECTION_LIMIT}`,
    expression`contains(${PLACES}, ${id})`,
  );
  return updateItem(
    table,
    placesKey(session.tenantId, session.userId),
    {
      update: expression`ADD ${PLACES} ${new Set([id])} SET #ttl = ${ttl}`,
      condition: isLeft,
    },
    'too_many_connections',
  );
}

/** Takes a closed connection off the user's limit. */
export const leavePlace = (table: Table, { id, session }: Connection): Promise<unknown> =>
  removePlaces(table, session, [id]);

/**
 * Takes connections off the user's limit that no longer exist, because forgetting them failed halfway. Resolves to whether
 * there were any. An id is never used again, so such a connection does not come back.
 */
async function leaveStalePlaces(table: Table, session: Connection['session']): Promise<boolean> {
  const item = await getItem(table, placesKey(session.tenantId, session.userId));
  const places = item?.['places'];
  const ids = places instanceof Set ? [...places].map(String) : [];
  const connections = await batchGet(table, ids.map(connectionIdKey));
  const stale = ids.filter((_, place) => !connections[place]);
  if (stale.length > 0) await removePlaces(table, session, stale);
  return stale.length > 0;
}

const removePlaces = (table: Table, { tenantId, userId }: Connection['session'], ids: readonly string[]) =>
  commit(table, [
    updateItem(
      table,
      placesKey(tenantId, userId),
      { update: expression`DELETE ${PLACES} ${new Set(ids)}`, condition: EXISTS },
      'stale',
    ),
  ]);

interface TicketRequest {
  readonly caller: Caller;
  /** The tenant to watch. It must be in the scope of the caller. */
  readonly tenantId: string;
  readonly liveUrl: string;
  readonly now: Date;
  readonly randomBytes: RandomBytes;
}

/**
 * Issues a ticket in the session of the caller and stores only its hash. If the caller has reached the limit of connections,
 * it throws `too_many_connections` already here, because a browser does not report to its page why a WebSocket handshake was
 * rejected.
 */
export async function createTicket(
  table: Table,
  { caller, tenantId, liveUrl, now, randomBytes }: TicketRequest,
): Promise<LiveTicket> {
  const session = isKey(caller) ? sessionOfKey(caller) : caller;
  if (await hasReachedConnectionLimit(table, session)) throw new ApiError('too_many_connections');
  const issued = issueTicket(session, tenantId, randomBytes);
  const expiresAt = new Date(now.getTime() + TICKET_SECONDS * 1_000);
  const item = {
    ...issued.key,
    secret_hash: issued.secretHash,
    expires_at: formatTimestamp(expiresAt),
    ttl: toEpochSeconds(expiresAt) + 1,
  };
  await commit(table, [putOwn(table, item)]);
  return {
    ticket: issued.plainText,
    url: `${liveUrl}?ticket=${encodeURIComponent(issued.plainText)}`,
    expires_at: formatTimestamp(expiresAt),
  };
}
