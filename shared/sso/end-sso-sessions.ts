import { ApiError } from '../errors.ts';
import type { IdentityProvider } from '../identity-providers/identity-provider.ts';
import { endToken, tokenItemSchema } from '../sessions/token-store.ts';
import { getItem } from '../table/get-item.ts';
import { type ItemKey, tenantPartition, tokenPrefix } from '../table/keys.ts';
import { queryAll } from '../table/query-all.ts';
import type { Table } from '../table/table.ts';
import { linkKey, readLinkedUser, sidKey } from './links.ts';
import type { LogoutRequest } from './read-logout-token.ts';

/** A refresh may move a session past a query. Two queries without a session ended it, or a person refreshed twice within both. */
const EMPTY_QUERIES = 2;

/** Ends the sessions that a provider logs out. Returns the ids of their users. */
export async function endSsoSessions(
  table: Table,
  provider: IdentityProvider,
  { subjectHash, sidHash }: LogoutRequest,
): Promise<string[]> {
  const { tenant_id: tenantId, id: providerId } = provider;
  const keys: ItemKey[] = [
    ...(subjectHash === undefined ? [] : [linkKey(tenantId, providerId, subjectHash)]),
    ...(sidHash === undefined ? [] : [sidKey(tenantId, providerId, sidHash)]),
  ];
  const linked = await Promise.all(keys.map(async (key) => readLinkedUser(await getItem(table, key))));
  const users = [...new Set(linked.filter((it) => it !== undefined))];
  for (const userId of users) {
    for (let empty = 0; empty < EMPTY_QUERIES; ) {
      const ended = await endOnce(table, { tenantId, userId }, (authentication) => {
        const { provider_id, subject, sid } = authentication ?? {};
        const isSubject = subjectHash === undefined || subject === subjectHash;
        return provider_id === providerId && isSubject && (sidHash === undefined || sid === sidHash);
      });
      empty = ended === 0 ? empty + 1 : 0;
    }
  }
  return users;
}

type Authentication = ReturnType<typeof tokenItemSchema.parse>['data']['authentication'];

/** Returns the number of sessions that were open. */
async function endOnce(
  table: Table,
  { tenantId, userId }: { readonly tenantId: string; readonly userId: string },
  isMeant: (authentication: Authentication) => boolean,
): Promise<number> {
  let ended = 0;
  for await (const item of queryAll(table, tenantPartition(tenantId), tokenPrefix(userId))) {
    const { token_id: tokenId, authentication } = tokenItemSchema.parse(item).data;
    if (!isMeant(authentication)) continue;
    ended += 1;
    const replaced = new ApiError('not_found');
    await endToken(table, { tenantId, userId, tokenId }, replaced).catch((error: unknown) => {
      if (error !== replaced) throw error;
    });
  }
  return ended;
}
