import { manages } from '../access.ts';
import type { AuthenticatedUser } from '../actor.ts';
import { ApiError } from '../errors.ts';
import { auditWrites } from '../table/audit-writes.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { commitDespiteConflicts } from '../table/decide.ts';
import type { Table } from '../table/table.ts';
import { putEntity, putNew } from '../table/writes.ts';
import { emailItem, userItem } from './account.ts';
import { countUser } from './count-user.ts';
import { hashPassword } from './password.ts';
import { type Credentials, checkPasswordLogin, USERS, type User, type UserInput } from './user.ts';

interface Origin {
  readonly id: string;
  readonly tenantId: string;
  readonly at: string;
  /** Whether the user sets the password by an invitation, unless one is given. */
  readonly isInvited?: boolean;
}

/** Creates a user in an existing tenant, with a role that the caller manages. */
export async function createUser(
  table: Table,
  input: UserInput,
  { caller, ...origin }: Origin & { caller: AuthenticatedUser },
): Promise<User> {
  if (!manages(caller.role, input.role)) throw new ApiError('forbidden');
  const { user, writes } = await newUserWrites(table, input, origin);
  await commitDespiteConflicts(table, [...writes, ...countUser(table, user.tenant_id, undefined, user)]);
  return user;
}

/** A new user and its writes, without the counters of its tenant. */
export async function newUserWrites(
  table: Table,
  { password, ...fields }: UserInput,
  { id, tenantId, at, isInvited = false }: Origin,
): Promise<{ user: User; writes: GuardedWrite[] }> {
  const credentials: Credentials = {
    password_hash: password === undefined ? null : await hashPassword(password),
    session_version: 1,
  };
  if (!isInvited) checkPasswordLogin(fields, credentials);
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
    ...auditWrites(table, USERS, undefined, user),
  ];
  return { user, writes };
}
