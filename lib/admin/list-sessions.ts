import { listSessions } from '../../shared/tokens/list-sessions.ts';
import type { AdminCommand } from './context.ts';
import { findAccount } from './find-account.ts';

const COLUMNS = ['token', 'issued', 'expires'] as const;

/** Lists the sessions that a user has open: what identifies each token, never its secret. */
export const listSessionsCommand: AdminCommand<{ email: string }> = async ({ table, clock }, options) => {
  const account = await findAccount(table, options);
  const sessions = await listSessions(table, account, clock());
  if (sessions.length === 0) return `${account.user.email} has no open session.`;
  return alignColumns([
    COLUMNS,
    ...sessions.map(({ tokenId, createdAt, expiresAt }) => [String(tokenId), createdAt, expiresAt]),
  ]);
};

function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
