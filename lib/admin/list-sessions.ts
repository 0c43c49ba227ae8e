import { listSessions, type Session } from '../../shared/accounts/list-sessions.ts';
import type { AdminCommand } from './context.ts';
import { findAccount } from './find-account.ts';
import { type Column, listLines } from './lines.ts';

interface Options {
  readonly email: string;
  readonly json?: boolean;
}

const COLUMNS: readonly Column<Session>[] = [
  { title: 'token', width: 16, text: ({ tokenId }) => String(tokenId) },
  { title: 'issued', width: 29, text: ({ createdAt }) => createdAt },
  { title: 'expires', width: 29, text: ({ expiresAt }) => expiresAt },
];

/** Lists the open sessions of a user, without the secrets of their tokens. */
export const listSessionsCommand: AdminCommand<Options> = async ({ table, clock }, { email, json }) => {
  const account = await findAccount(table, { email });
  const sessions = await listSessions(table, account, clock());
  return listLines(sessions, {
    columns: COLUMNS,
    none: `${account.entity.email} has no open session.`,
    json,
  });
};
