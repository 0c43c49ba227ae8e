import { manages } from '../access.ts';
import type { Actor } from '../actor.ts';
import { ApiError } from '../errors.ts';
import { checkIfMatch } from '../etag.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { decideAndWrite } from '../table/decide.ts';
import type { Table } from '../table/table.ts';
import { type Account, USERS } from '../users/user.ts';
import { changeSecondFactor } from './change-second-factor.ts';

/** Removes the second factor of another user, who lost it, and ends all of their sessions. */
export function resetSecondFactor(
  table: Table,
  account: Account,
  { caller, ifMatch }: { caller: Actor; ifMatch: string | undefined },
): Promise<void> {
  return decideAndWrite(table, account, reloadEntity(table, USERS, account), (current, writeId) => {
    const { entity: user, factor, pendingFactor } = current;
    checkIfMatch(ifMatch, user);
    if (user.id === caller.userId) throw new ApiError('forbidden', { reason: 'own_second_factor' });
    if (!manages(caller.role, user.role)) throw new ApiError('forbidden');
    if (!factor && !pendingFactor) throw new ApiError('not_found');
    const change = { factor: undefined, kept: undefined, writeId, action: 'second_factor_reset' } as const;
    return { writes: changeSecondFactor(table, current, change), result: undefined };
  });
}
