import { manages } from '../access.ts';
import type { AuthenticatedUser } from '../actor.ts';
import { ApiError } from '../errors.ts';
import { commit, type GuardedWrite } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import { putEntity, putNew } from '../table/writes.ts';
import { emailItem, userItem } from './account.ts';
import { countUser } from './count-user.ts';
import { hashPassword } from './password.ts';
import { type Credentials, checkPasswordLogin, type User, type UserInput } from './user.ts';

/** Creates a user in an existing tenant, with a role that the caller manages. */
export async function createUser(
  table: Table,
  input: UserInput,
  { caller, ...origin }: { caller: AuthenticatedUser; id: string; tenantId: string; at: string },
): Promise<User> {
  if (!manages(caller.role, input.role)) throw new ApiError('forbidden');
  const { user, writes } = await newUserWrites(table, input, origin);
  await commit(table, [...writes, ...countUser(table, user.tenant_id, undefined, user)]);
  return user;
}

/** A new user and its writes, without the counters of its tenant. */
export async function newUserWrites(
  table: Table,
  { password, ...fields }: UserInput,
  { id, tenantId, at }: { id: string; tenantId: string; at: string },
): Promise<{ user: User; writes: GuardedWrite[] }> {
  const credentials: Credentials = {
    password_hash: password === undefined ? null : await hashPassword(password),
    session_version: 1,
  };
  checkPasswordLogin(fields, credentials);
  const user: User = {
    id,
    tenant_id: tenantId,
    ...fields,
    last_login_at: null,
    created_at: at,
    updated_at: at,
  };
  const writes = [
    putEntity(table, userItem(user, credentials)),
    putNew(table, emailItem(user), 'email_taken'),
  ];
  return { user, writes };
}
