import * as z from 'zod/mini';
import type { SessionIds } from '../accounts/session-ids.ts';
import { timestampField } from '../base/fields.ts';
import { EXAMPLE_TIMES, type RandomBytes } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { ID_BYTES, idBytes, readId } from '../lambda/id-bytes.ts';
import { defineSecret, NUMBER_PATTERN } from '../lambda/secret.ts';
import { type ItemKey, ticketKey } from '../table/keys.ts';

const TOKEN_ID_BYTES = 8;

/**
 * A one-time credential that opens a connection: `<number>|guard_t_<secret>`. The secret contains the ids of the session and
 * the tenant, so that all items that decide are read by their keys.
 */
const TICKET = defineSecret('guard_t_', 3 * ID_BYTES + TOKEN_ID_BYTES);

const TICKET_PATTERN = new RegExp(`^(${NUMBER_PATTERN})\\|(${TICKET.pattern})$`);

/** How many seconds a ticket is valid. It is short, because a client connects at once. */
export const TICKET_SECONDS = 30;

export interface ParsedTicket {
  readonly key: ItemKey;
  readonly session: SessionIds;
  readonly tenantId: string;
  readonly secretHash: string;
}

export interface IssuedTicket extends ParsedTicket {
  /** The ticket itself. It exists only in the response that issues it. */
  readonly plainText: string;
}

export function issueTicket(session: SessionIds, tenantId: string, randomBytes: RandomBytes): IssuedTicket {
  const tokenId = Buffer.alloc(TOKEN_ID_BYTES);
  tokenId.writeBigUInt64BE(BigInt(session.tokenId));
  const names = [idBytes(session.tenantId), idBytes(session.userId), idBytes(tenantId), tokenId];
  const { number, secretHash, plainText } = TICKET.issue(Buffer.concat(names), randomBytes);
  return {
    key: ticketKey(session.tenantId, session.userId, number),
    session,
    tenantId,
    secretHash,
    plainText,
  };
}

/** Parses a ticket; `undefined` if Guard cannot have issued it. */
export function parseTicket(text: string): ParsedTicket | undefined {
  const [, number = '', secret = ''] = TICKET_PATTERN.exec(text) ?? [];
  const parsed = TICKET.parse(number, secret);
  if (!parsed) return undefined;
  const { names, secretHash } = parsed;
  const [home, userId, tenantId] = [0, 1, 2].map((place) => readId(names, place * ID_BYTES));
  const tokenId = Number(Buffer.from(names).readBigUInt64BE(3 * ID_BYTES));
  if (!home || !userId || !tenantId || !Number.isSafeInteger(tokenId)) return undefined;
  const session = { tenantId: home, userId, tokenId };
  return { key: ticketKey(home, userId, parsed.number), session, tenantId, secretHash };
}

/** The stored item has no secret, only its hash. */
export const ticketItemSchema = z.object({ secret_hash: z.string(), expires_at: z.string() });

const EXAMPLE_TICKET = `8117254130011007|guard_t_${'0'.repeat(109)}`;

export const liveTicketSchema = withMeta(
  z.object({
    ticket: withMeta(z.string(), { description: 'Opens one connection. It is a secret.' }),
    url: withMeta(z.string(), { description: 'Where to connect. It contains the ticket.', format: 'uri' }),
    expires_at: timestampField,
  }),
  {
    id: 'LiveTicket',
    description: 'A one-time credential for a live connection, which receives changes as they happen.',
    examples: [
      {
        ticket: EXAMPLE_TICKET,
        url: `wss://live.guard.example/?ticket=${encodeURIComponent(EXAMPLE_TICKET)}`,
        expires_at: EXAMPLE_TIMES.created_at,
      },
    ],
  },
);

export type LiveTicket = z.infer<typeof liveTicketSchema>;
