import { randomBytes } from 'node:crypto';
import { writeItems } from '../../lib/local/write-items.ts';
import { userItem } from '../../shared/accounts/account.ts';
import { assignmentItem } from '../../shared/accounts/assignments.ts';
import { type IssuedToken, issueToken, tokenItem } from '../../shared/accounts/token.ts';
import type { Table } from '../../shared/table/table.ts';
import { benchUser } from '../bench-user.ts';

const LIFETIME_MINUTES = 60;

/** Writes operators with their sites, each with a session. Resolves to their tokens. */
export async function writeWatchers(
  table: Table,
  count: number,
  {
    tenantId,
    siteIdsOf,
  }: { readonly tenantId: string; readonly siteIdsOf: (place: number) => readonly string[] },
): Promise<IssuedToken[]> {
  const now = new Date();
  const watchers = Array.from({ length: count }, (_, place) => {
    const user = benchUser(`Watcher ${place}`, 'operator', tenantId, now);
    const token = issueToken({ tenantId, userId: user.id }, randomBytes);
    const session = { sessionVersion: 1, now, lifetimeMinutes: LIFETIME_MINUTES };
    const items = [
      userItem(user, { password_hash: null, session_version: 1 }),
      assignmentItem(user, siteIdsOf(place)),
      tokenItem(token, session),
    ];
    return { items, token };
  });
  await writeItems(
    table,
    watchers.flatMap(({ items }) => items),
  );
  return watchers.map(({ token }) => token);
}
