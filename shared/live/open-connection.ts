import { ApiError } from '../errors.ts';
import { isSameHash } from '../secrets/secret.ts';
import { judgeSession, sessionKeys } from '../sessions/judge-session.ts';
import type { SessionIds } from '../sessions/session-ids.ts';
import { batchGet } from '../table/batch-get.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { commitDespiteConflicts } from '../table/decide.ts';
import { expression } from '../table/expression.ts';
import { getItem } from '../table/get-item.ts';
import { assignmentKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { deleteIf, putOwn } from '../table/writes.ts';
import { formatTimestamp } from '../time.ts';
import { readAssignedSites } from '../users/assignment.ts';
import { keysOfAssignment } from '../users/scope-of-user.ts';
import { type Connection, connectionItems, endOfConnection } from './connection.ts';
import { isOfKey, itemKeysOfKey, judgeKey } from './key-session.ts';
import { hasReachedConnectionLimit, leaveStalePlaces, takePlace } from './limit-connections.ts';
import { type ParsedTicket, parseTicket, ticketItemSchema } from './ticket.ts';

/** Why a connection was rejected, for the log only. */
export type Refusal = string;
/** The ticket stays valid. */
export const TOO_MANY = 'too_many_connections' satisfies Refusal;

interface Opening {
  readonly connectionId: string;
  readonly now: Date;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
}

/**
 * Uses up a ticket and stores its connection in one transaction. Rejects a ticket of an ended session. Changes after this
 * are found before `ready` and before each change is sent (authorize-connections.ts).
 *
 * No firewall protects WebSocket APIs, so an invalid ticket costs as little as possible: no read if its checksum is wrong,
 * one read unit if it is invented, used or expired.
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
    ? judgeKey(await batchGet(table, itemKeysOfKey(session, [])), now) // `ready` is sent only if its site exists
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
    hasReceivers: true,
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

/** Only one of several clients with the same ticket succeeds. Checks the expiry too: DynamoDB deletes expired items late. */
function useUp(table: Table, { key, secretHash }: ParsedTicket, now: Date): GuardedWrite {
  const isValid = expression`#secret_hash = ${secretHash} AND #expires_at > ${formatTimestamp(now)}`;
  return deleteIf(table, key, isValid, 'stale');
}
