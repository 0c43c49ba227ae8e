import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { AuthenticatedUser } from '../base/actor.ts';
import { expressionInput } from '../table/expression.ts';
import {
  connectionPrefix,
  livePartition,
  tenantKey,
  tenantPartition,
  tokenKey,
  tokenPrefix,
} from '../table/keys.ts';
import { cutPage, isBeyond, type Page, type PageRequest } from '../table/list-page.ts';
import { getItem, inPartition } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { keepsSignedIn } from './authentication.ts';
import type { Sender } from './session.ts';
import { tokenItemSchema } from './token.ts';

/** An open session, without its token's secret. */
interface Session {
  readonly tokenId: number;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly sender: Sender | undefined;
  readonly isKept: boolean;
}

/** Reads the session of a token's item; `undefined` if it has expired or ended. */
function readOpenSession(
  item: Readonly<Record<string, unknown>>,
  sessionVersion: number,
  now: Date,
): Session | undefined {
  const { data } = tokenItemSchema.parse(item);
  const isOpen = data.session_version === sessionVersion && now.getTime() < Date.parse(data.expires_at);
  return isOpen
    ? {
        tokenId: data.token_id,
        createdAt: data.created_at,
        expiresAt: data.expires_at,
        sender: data.sender,
        isKept: data.authentication?.kept === true,
      }
    : undefined;
}

/** How many tokens are read at most, including recently expired ones. They cost up to 105 read units. */
const MAXIMUM_LISTED_TOKENS = 1_000;

interface OwnSession extends Sender {
  readonly id: number;
  readonly created_at: string;
  readonly expires_at: string;
  readonly current: boolean;
  readonly connected: boolean;
  readonly kept: boolean;
}

/**
 * Reads a page of the caller's open sessions, newest first. Token ids have no order, so every page reads all tokens of the
 * user. With more tokens than the limit the list is incomplete, but it always includes the caller's own session.
 */
export async function listOwnSessions(
  table: Table,
  caller: AuthenticatedUser,
  now: Date,
  page: PageRequest,
): Promise<Page<OwnSession>> {
  const [tokens, connected, tenant] = await Promise.all([
    readTokens(table, caller),
    readConnected(table, caller),
    getItem(table, tenantKey(caller.tenantId)),
  ]);
  const mayKeep = keepsSignedIn(tenant);
  const entries = tokens.flatMap((item) => {
    const session = readOpenSession(item, caller.sessionVersion, now);
    return session ? [{ id: positionOf(session), session }] : [];
  });
  const direction = page.position?.direction === 'prev' ? -1 : 1;
  const found = entries
    .filter(({ id }) => isBeyond(id, page.position))
    .sort((a, b) => (a.id < b.id ? direction : -direction));
  const { items, next, prev } = cutPage(found, page);
  const shown = items.map(({ session: { tokenId, createdAt, expiresAt, sender, isKept } }) => ({
    id: tokenId,
    created_at: createdAt,
    expires_at: expiresAt,
    current: tokenId === caller.tokenId,
    connected: connected.has(tokenId),
    kept: isKept && mayKeep,
    ip_address: sender?.ip_address ?? null,
    user_agent: sender?.user_agent ?? null,
  }));
  return { items: shown, next, prev };
}

type Item = Readonly<Record<string, unknown>>;

/** The tokens of the caller that have a connection open. A user has at most 50 connections. */
async function readConnected(table: Table, { tenantId, userId }: AuthenticatedUser): Promise<Set<unknown>> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      ...expressionInput({ key: inPartition(livePartition(tenantId), connectionPrefix(userId)) }),
    }),
  );
  return new Set(Items.map((item) => item['token_id']));
}

async function readTokens(table: Table, { tenantId, userId, tokenId }: AuthenticatedUser): Promise<Item[]> {
  const { Items = [], LastEvaluatedKey } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      ...expressionInput({ key: inPartition(tenantPartition(tenantId), tokenPrefix(userId)) }),
      ConsistentRead: true,
      Limit: MAXIMUM_LISTED_TOKENS,
    }),
  );
  const own = tokenKey(tenantId, userId, tokenId);
  if (!LastEvaluatedKey || Items.some(({ sk }) => sk === own.sk)) return Items;
  const presented = await getItem(table, own);
  return presented ? [...Items, presented] : Items;
}

/**
 * The position of a session in its list, in the form of the id that a cursor contains: a UUIDv7 made of the session's start
 * time and its token id.
 */
function positionOf({ createdAt, tokenId }: Session): string {
  const time = Date.parse(createdAt).toString(16).padStart(12, '0');
  const id = tokenId.toString(16).padStart(15, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8${id.slice(0, 3)}-${id.slice(3)}`;
}
