import { type Caller, isKey } from '../actor.ts';
import { ApiError } from '../errors.ts';
import type { RandomBytes } from '../ids.ts';
import { commit } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import { putOwn } from '../table/writes.ts';
import { formatTimestamp, toEpochSeconds } from '../time.ts';
import { sessionOfKey } from './key-session.ts';
import { hasReachedConnectionLimit } from './limit-connections.ts';
import { issueTicket, type LiveTicket, TICKET_SECONDS } from './ticket.ts';

interface TicketRequest {
  readonly caller: Caller;
  /** The tenant to watch, in the scope of the caller. */
  readonly tenantId: string;
  readonly liveUrl: string;
  readonly now: Date;
  readonly randomBytes: RandomBytes;
}

/**
 * Issues a ticket in the session of the caller and stores its hash only. Throws `too_many_connections` at the limit of the
 * caller, because a browser does not show its page why a handshake was rejected.
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
