import type { AuthenticatedUser } from '../actor.ts';
import type { RightCode } from '../second-factor/check-code.ts';
import { factorAttributes } from '../second-factor/factor.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { changeItem } from '../table/change-item.ts';
import type { GuardedWrite } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import { userItem } from '../users/account.ts';
import { type Account, USERS } from '../users/user.ts';
import { readAuthentication } from './authentication.ts';
import { keepSession } from './keep-session.ts';

interface FactorChange {
  /** The new factor; `undefined` for none. */
  readonly factor: unknown;
  /** The session that remains; `undefined` for none. */
  readonly kept: AuthenticatedUser | undefined;
  readonly writeId: string;
  /** The code that was shown, for the audit log. */
  readonly shown?: RightCode | undefined;
  /** The action in the audit log. */
  readonly action: `second_factor_${'enabled' | 'disabled' | 'reset'}`;
}

/**
 * The writes that replace or remove a user's second factor, and a pending one. They end the user's sessions, because each
 * began with the factor or without it, except the kept one, which has just shown a code.
 */
export function changeSecondFactor(
  table: Table,
  account: Account,
  { factor, kept, writeId, action, shown }: FactorChange,
): GuardedWrite[] {
  const { entity: user, credentials, version } = account;
  const { session_version } = credentials;
  const before = { ...userItem(user, credentials), ...factorAttributes(account) };
  const ended = userItem(user, { ...credentials, session_version: session_version + 1 });
  const after = { ...ended, ...factorAttributes({ factor }) };
  const writes = [
    changeItem(table, before, after, { version, writeId }),
    ...auditWrites(table, USERS, user, user, { action, facts: shown && { second_factor: shown.kind } }),
  ];
  if (!kept) return writes;
  const authentication = {
    ...(readAuthentication(kept.authentication) ?? { method: 'password' as const }),
    second_factor: factor !== undefined,
  };
  return [...writes, keepSession(table, kept, session_version, authentication)];
}
