import type { Scope } from '../access.ts';
import { judgeSession, type SessionEnd, sessionKeys } from '../sessions/judge-session.ts';
import { batchGet } from '../table/batch-get.ts';
import type { ItemKey } from '../table/keys.ts';
import { assignmentKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { readAssignedSites } from '../users/assignment.ts';
import { keysOfAssignment, scopeOfUser } from '../users/scope.ts';
import type { Connection } from './connection.ts';
import type { ClosingReason } from './messages.ts';

/** What a connection may be told of, or why it is to be closed. */
export type Verdict =
  | { readonly scope: Scope; readonly closing?: never }
  | { readonly scope?: never; readonly closing: ClosingReason };

export interface Judged {
  readonly connection: Connection;
  readonly verdict: Verdict;
}

const REASONS: Readonly<Record<SessionEnd, ClosingReason>> = {
  token_not_found: 'session_ended',
  token_expired: 'session_ended',
  session_ended: 'session_ended',
  user_not_found: 'account_not_active',
  user_not_active: 'account_not_active',
  tenant_not_active: 'tenant_not_active',
};

/** As many as BatchGetItem reads at once. */
const PAGE_SIZE = 100;

/** What decides, of tokens, users, tenants and assignments: a third of their bytes, and no password's hash. */
const DECIDING = {
  expression: 'pk, sk, #data, #credentials.#session_version, #site_ids',
  names: {
    '#data': 'data',
    '#credentials': 'credentials',
    '#session_version': 'session_version',
    '#site_ids': 'site_ids',
  },
};

/**
 * Decides for connections whether they go on and what they may be told of, as it would be decided for a request of the same
 * session now: strongly consistent, and after what they are told of was read. So whatever order changes come in, nothing is
 * told to somebody who did not reach it when it was told.
 */
export async function judgeConnections(
  table: Table,
  connections: readonly Connection[],
  now: Date,
): Promise<Judged[]> {
  const judged = await judgeOnce(table, connections, now);
  // A batch is no snapshot (sessions/authenticate.ts): what seems to have ended with a session version is read once more.
  const doubtful = judged.filter(({ verdict }) => verdict.closing === 'session_ended');
  if (doubtful.length === 0) return judged;
  const again = new Map(
    (
      await judgeOnce(
        table,
        doubtful.map(({ connection }) => connection),
        now,
      )
    ).map((it) => [it.connection.id, it]),
  );
  return judged.map((it) => again.get(it.connection.id) ?? it);
}

async function judgeOnce(table: Table, connections: readonly Connection[], now: Date): Promise<Judged[]> {
  const read = await readAll(table, connections.flatMap(keysOf));
  return connections.map((connection) => ({ connection, verdict: judge(connection, read, now) }));
}

function keysOf({ session, role }: Connection): ItemKey[] {
  return [...sessionKeys(session), ...keysOfAssignment({ ...session, role })];
}

type Item = Readonly<Record<string, unknown>>;
type Read = (key: ItemKey) => Item | undefined;

async function readAll(table: Table, keys: readonly ItemKey[]): Promise<Read> {
  const name = ({ pk, sk }: ItemKey) => `${pk} ${sk}`;
  const unique = [...new Map(keys.map((key) => [name(key), key])).values()];
  const pages = Array.from({ length: Math.ceil(unique.length / PAGE_SIZE) }, (_, page) =>
    unique.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE),
  );
  const items = (await Promise.all(pages.map((page) => batchGet(table, page, DECIDING)))).flat();
  const found = new Map(unique.map((key, place) => [name(key), items[place]]));
  return (key) => found.get(name(key));
}

function judge({ session, role, siteIds, endsAt }: Connection, read: Read, now: Date): Verdict {
  const [token, user, tenant] = sessionKeys(session);
  const open = judgeSession([read(token), read(user), read(tenant)], now);
  if (typeof open === 'string') return { closing: REASONS[open] };
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
