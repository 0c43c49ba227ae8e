import { tenantPartition, tokenPrefix } from '../table/keys.ts';
import { queryAll } from '../table/query-all.ts';
import type { Table } from '../table/table.ts';
import type { Account } from '../users/user.ts';
import { tokenItemSchema } from './token-store.ts';

/** An open session, without its token's secret. */
export interface Session {
  readonly tokenId: number;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** Lists the open sessions of a user, oldest first. */
export async function listSessions(
  table: Table,
  { entity: user, credentials }: Account,
  now: Date,
): Promise<Session[]> {
  const sessions: Session[] = [];
  for await (const item of queryAll(table, tenantPartition(user.tenant_id), tokenPrefix(user.id))) {
    const session = readOpenSession(item, credentials.session_version, now);
    if (session) sessions.push(session);
  }
  return sessions.sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
}

/** The session of a token's item; `undefined` if it has expired or ended. */
export function readOpenSession(
  item: Readonly<Record<string, unknown>>,
  sessionVersion: number,
  now: Date,
): Session | undefined {
  const { data } = tokenItemSchema.parse(item);
  const isOpen = data.session_version === sessionVersion && now.getTime() < Date.parse(data.expires_at);
  return isOpen
    ? { tokenId: data.token_id, createdAt: data.created_at, expiresAt: data.expires_at }
    : undefined;
}
