import type { Actor } from '../actor.ts';
import { invalidField } from '../errors.ts';
import { admitGuess } from '../rate-limits/password-guesses.ts';
import type { Table } from '../table/table.ts';
import { verifyPassword } from './password.ts';
import type { Account } from './user.ts';

interface PasswordChange {
  readonly caller: Actor;
  /** The password that the caller says is theirs now. */
  readonly given: string | undefined;
  readonly now: Date;
  readonly guessesPerHour: number;
}

/**
 * Lets a user change their own password only with the one that they have, so that a token which was stolen is not
 * worth the account. Guesses count as failed logins do. Who never had a password has none to give.
 */
export async function checkCurrentPassword(
  table: Table,
  { entity: user, credentials }: Account,
  { caller, given, now, guessesPerHour }: PasswordChange,
): Promise<void> {
  if (user.id !== caller.userId || credentials.password_hash === null) return;
  if (given === undefined) {
    throw invalidField(
      'current_password',
      'The current_password field is required to change your own password.',
    );
  }
  const guess = await admitGuess(table, { email: user.email, now, limit: guessesPerHour });
  if (!(await verifyPassword(credentials.password_hash, given))) {
    throw invalidField('current_password', 'The current_password field is not your current password.');
  }
  // Beside the write that follows. It never fails, and no invocation ends before it has (settleTableCalls).
  void guess.forgive();
}
