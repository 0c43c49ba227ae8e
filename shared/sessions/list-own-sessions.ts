import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { AuthenticatedUser } from '../actor.ts';
import { cutPage, isBeyond, type Page, type PageRequest } from '../lists/page.ts';
import { expressionInput } from '../table/expression.ts';
import { getItem } from '../table/get-item.ts';
import { inPartition } from '../table/in-partition.ts';
import { tenantPartition, tokenKey, tokenPrefix } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { readOpenSession, type Session } from './list-sessions.ts';

/** So many tokens of a user are looked at, those that expired or ended a while ago included: 105 read units at most. */
const MAXIMUM_LISTED_TOKENS = 1_000;

/** A session as its user sees it. */
interface OwnSession {
  readonly id: number;
  readonly created_at: string;
  readonly expires_at: string;
  readonly current: boolean;
}

/**
 * A page of the sessions that the caller has open, newest first. Token ids are in no order, so every page looks at all
 * tokens of the user; of more than so many it shows some only, and among them always the one that asks.
 */
export async function listOwnSessions(
  table: Table,
  caller: AuthenticatedUser,
  now: Date,
  page: PageRequest,
): Promise<Page<OwnSession>> {
  const entries = (await readTokens(table, caller)).flatMap((item) => {
    const session = readOpenSession(item, caller.sessionVersion, now);
    return session ? [{ id: placeOf(session), session }] : [];
  });
  const direction = page.position?.direction === 'prev' ? -1 : 1;
  const found = entries
    .filter(({ id }) => isBeyond(id, page.position))
    .sort((a, b) => (a.id < b.id ? direction : -direction));
  const { items, next, prev } = cutPage(found, page);
  const shown = items.map(({ session: { tokenId, createdAt, expiresAt } }) => ({
    id: tokenId,
    created_at: createdAt,
    expires_at: expiresAt,
    current: tokenId === caller.tokenId,
  }));
  return { items: shown, next, prev };
}

type Item = Readonly<Record<string, unknown>>;

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
 * The place of a session in its list, in the form of the ids that cursors hold: a UUIDv7 of the time when it began,
 * and where others would be random, of its token's id.
 */
function placeOf({ createdAt, tokenId }: Session): string {
  const time = Date.parse(createdAt).toString(16).padStart(12, '0');
  const id = tokenId.toString(16).padStart(15, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8${id.slice(0, 3)}-${id.slice(3)}`;
}
