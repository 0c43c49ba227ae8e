import { keysOfAssignment, readAssignedSites, scopeOfUser } from '../accounts/assignments.ts';
import { judgeSession, type SessionEnd, sessionKeys } from '../accounts/authenticate.ts';
import type { Scope } from '../base/access.ts';
import { attribute, expression } from '../table/expression.ts';
import {
  assignmentKey,
  connectionIdKey,
  connectionPrefix,
  type ItemKey,
  livePartition,
  REQUIRES_SECOND_FACTOR,
} from '../table/keys.ts';
import { batchGet, getItem, inPartition, queryAll, queryPages } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { type Connection, readConnection, scopeAtOpening } from './connection.ts';
import { isOfKey, itemKeysOfKey, judgeKey } from './key-session.ts';
import type { ClosingReason } from './messages.ts';
import type { ConnectionScope } from './stream-changes.ts';

/** The scope of a connection, or the reason why it must be closed. */
type ConnectionAccess =
  | { readonly scope: Scope; readonly closing?: never }
  | { readonly scope?: never; readonly closing: ClosingReason };

export interface AuthorizedConnection {
  readonly connection: Connection;
  readonly access: ConnectionAccess;
}

const REASONS: Readonly<Record<SessionEnd, ClosingReason>> = {
  token_not_found: 'session_ended',
  token_expired: 'session_ended',
  session_ended: 'session_ended',
  not_of_platform: 'session_ended',
  user_not_found: 'account_not_active',
  user_not_active: 'account_not_active',
  tenant_not_active: 'tenant_not_active',
};

/**
 * The attributes that decide about a connection. They are a third of the bytes of the items, and contain no password hash.
 */
const DECIDING_ATTRIBUTES = expression`pk, sk, #data, #credentials.#session_version, #site_ids, ${attribute(REQUIRES_SECOND_FACTOR)}`;

/**
 * Decides which connections stay open and what their scope is, by the same rules as for a request of the same session. Its
 * reads are strongly consistent. Call it after reading the changes to send: then no change is sent to a user who could not
 * see it at that time, in whatever order the stream has the changes.
 */
export async function authorizeConnections(
  table: Table,
  connections: readonly Connection[],
  now: Date,
): Promise<AuthorizedConnection[]> {
  const first = await authorizeOnce(table, connections, now);
  // The items of a batch may be from different instants (accounts/authenticate.ts), so they are read again before a session
  // counts as ended.
  const doubtful = first.filter(({ access }) => access.closing === 'session_ended');
  if (doubtful.length === 0) return first;
  const again = new Map(
    (
      await authorizeOnce(
        table,
        doubtful.map(({ connection }) => connection),
        now,
      )
    ).map((it) => [it.connection.id, it]),
  );
  return first.map((it) => again.get(it.connection.id) ?? it);
}

async function authorizeOnce(
  table: Table,
  connections: readonly Connection[],
  now: Date,
): Promise<AuthorizedConnection[]> {
  const read = await readAll(table, connections.flatMap(keysOf));
  return connections.map((connection) => ({ connection, access: accessOf(connection, read, now) }));
}

function keysOf({ session, role, siteIds }: Connection): ItemKey[] {
  if (isOfKey(session)) return itemKeysOfKey(session, siteIds);
  return [...sessionKeys(session), ...keysOfAssignment({ ...session, role })];
}

type Item = Readonly<Record<string, unknown>>;
type Read = (key: ItemKey) => Item | undefined;

async function readAll(table: Table, keys: readonly ItemKey[]): Promise<Read> {
  const name = ({ pk, sk }: ItemKey) => `${pk} ${sk}`;
  const items = await batchGet(table, keys, { projection: DECIDING_ATTRIBUTES });
  const found = new Map(keys.map((key, place) => [name(key), items[place]]));
  return (key) => found.get(name(key));
}

function accessOf(connection: Connection, read: Read, now: Date): ConnectionAccess {
  const { session, role, siteIds, endsAt } = connection;
  if (isOfKey(session)) {
    const key = judgeKey(itemKeysOfKey(session, siteIds).map(read), now);
    if (typeof key === 'string') return { closing: REASONS[key] };
    return now >= endsAt ? { closing: 'lifetime_over' } : { scope: scopeAtOpening(connection) };
  }
  const [token, user, tenant] = sessionKeys(session);
  const open = judgeSession([read(token), read(user), read(tenant)], now);
  if (typeof open === 'string') return { closing: REASONS[open] };
  // The client then connects again, and the refusal of a ticket gives the reason.
  if (open.lacksSecondFactor) return { closing: 'reach_changed' };
  if (open.role !== role) return { closing: 'reach_changed' };
  const assignment = read(assignmentKey(session.tenantId, session.userId));
  const scope = scopeOfUser({ ...session, role }, assignment);
  if (scope.kind === 'assigned_sites' && !isSameSet(siteIds, readAssignedSites(assignment))) {
    return { closing: 'reach_changed' };
  }
  return now >= endsAt ? { closing: 'lifetime_over' } : { scope };
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  const set = new Set(others);
  return some.length === set.size && some.every((it) => set.has(it));
}

/**
 * Finds the connections in the partition of a tenant: those that watch the tenant, and those through which its users watch
 * another tenant. The read is strongly consistent. It takes as many pages as needed, because the number of people who watch
 * limits the number of connections.
 */
export async function findConnections(
  table: Table,
  { tenantId, userId }: ConnectionScope,
): Promise<Connection[]> {
  const found: Connection[] = [];
  for await (const item of queryAll(table, livePartition(tenantId), connectionPrefix(userId))) {
    found.push(readConnection(item));
  }
  return found;
}

/** How many people who are connected to a tenant are found at most. */
const MOST_PEOPLE = 100;

/**
 * Finds the people of a tenant who have a connection that watches it. A connection that ends without a close frame counts for
 * up to two hours. It reads one page, so of very many people it finds some.
 */
export async function findPeopleConnected(table: Table, tenantId: string, now: Date): Promise<string[]> {
  const key = inPartition(livePartition(tenantId), connectionPrefix());
  const first = await queryPages(table, { key }).next();
  const people = (first.done ? [] : first.value)
    .map(readConnection)
    .filter(
      (it) =>
        !isOfKey(it.session) &&
        it.session.tenantId === tenantId &&
        it.tenantId === tenantId &&
        it.endsAt > now,
    )
    .map(({ session }) => session.userId);
  return [...new Set(people)].slice(0, MOST_PEOPLE);
}

/** Finds an open connection by its id; `undefined` if there is none. */
export async function findConnection(table: Table, id: string): Promise<Connection | undefined> {
  const item = await getItem(table, connectionIdKey(id));
  return item && readConnection(item);
}
