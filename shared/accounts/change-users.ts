import { manages, type Role, type Scope } from '../base/access.ts';
import type { Actor, AuthenticatedUser } from '../base/actor.ts';
import { ApiError, invalidField } from '../base/errors.ts';
import { checkIfMatch } from '../base/etag.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { applyChanges, reloadEntity } from '../table/change-entity.ts';
import { changeItem, deleteItem } from '../table/change-item.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { commitDespiteConflicts, decideAndWrite } from '../table/decide-and-write.ts';
import { assignmentKey, channelsKey, emailKey } from '../table/keys.ts';
import { cutPage, isBeyond, type Page, type PageRequest } from '../table/list-page.ts';
import { planByTypeAndStatus } from '../table/list-plan.ts';
import { listEntities } from '../table/list-read.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { deleteAny, putEntity, putNew } from '../table/writes.ts';
import { emailItem, getAccount, userItem } from './account.ts';
import { unassignSites } from './assignments.ts';
import { countUser } from './count-user.ts';
import { checkCurrentPassword, hashPassword } from './password.ts';
import { keepPlatformAdmin } from './platform-admins.ts';
import {
  type Account,
  type Credentials,
  checkPasswordLogin,
  loginEndAttribute,
  USERS,
  type User,
} from './user.ts';
import type { UserChanges, UserInput } from './user-contract.ts';

interface Origin {
  readonly id: string;
  readonly tenantId: string;
  readonly at: string;
  /** Whether the user is invited to set a password. A given password makes this unnecessary. */
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

/** Makes a new user and the writes for it, except those that count it in its tenant. */
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

interface ChangeContext {
  readonly caller: Actor;
  readonly ifMatch: string | undefined;
  readonly at: string;
  /** How many wrong passwords a user may give in one hour. */
  readonly guessesPerHour: number;
}

/**
 * Changes the given fields. A new password, or a status other than active, also ends all sessions of the user. A new role
 * takes effect at the next request, because every request reads it.
 */
export async function updateUser(
  table: Table,
  account: Account,
  { password, current_password, password_login_ends_at: givenEnd, ...changes }: UserChanges,
  { caller, ifMatch, at, guessesPerHour }: ChangeContext,
): Promise<User> {
  const passwordHash = password === undefined ? undefined : await hashPassword(password);
  return decideAndWrite(table, account, reloadEntity(table, USERS, account), async (current, writeId) => {
    const { entity: user, credentials, version } = current;
    checkIfMatch(ifMatch, user);
    const changed = applyChanges(user, changes, at);
    checkMayChange(caller, user, changed);
    if (password !== undefined) {
      await checkCurrentPassword(table, current, {
        caller,
        given: current_password,
        now: new Date(at),
        guessesPerHour,
      });
    }
    const endsSessions =
      passwordHash !== undefined || (changed.status !== user.status && changed.status !== 'active');
    const changedCredentials: Credentials = {
      ...credentials,
      password_hash: passwordHash ?? credentials.password_hash,
      session_version: credentials.session_version + Number(endsSessions),
      ...(changed.email === user.email ? {} : { email_version: (credentials.email_version ?? 0) + 1 }),
    };
    // An invited user has no password yet.
    if (!user.password_login_enabled) checkPasswordLogin(changed, changedCredentials);
    const endsAt = changedEnd(current, changed, givenEnd);
    if (user.id === caller.userId)
      checkKeepsPassword(current, { entity: changed, passwordLoginEndsAt: endsAt });
    const before = { ...userItem(user, credentials), ...loginEndAttribute(current.passwordLoginEndsAt) };
    const after = { ...userItem(changed, changedCredentials), ...loginEndAttribute(endsAt) };
    const writes = [
      changeItem(table, before, after, { version, writeId }),
      ...moveEmail(table, user, changed),
      ...unassignSites(table, user, changed),
      ...countUser(table, user.tenant_id, user, changed),
      ...(await keepPlatformAdmin(table, caller, user, changed)),
      ...auditWrites(
        table,
        USERS,
        { ...user, ...loginEndAttribute(current.passwordLoginEndsAt) },
        { ...changed, ...loginEndAttribute(endsAt) },
        { hidden: passwordHash ? ['password'] : [] },
      ),
    ];
    return { writes, result: changed };
  });
}

/** The end of the password login after a change. A disabled one has no end, so that enabling it brings none back. */
function changedEnd(account: Account, changed: User, given: string | null | undefined): string | null {
  if (changed.password_login_enabled) return given === undefined ? account.passwordLoginEndsAt : given;
  if (given == null) return null;
  throw invalidField(
    'password_login_ends_at',
    'The password_login_ends_at field is only for an enabled password login.',
  );
}

/** Throws if callers would change their own role or status, or a user whose role they do not manage. */
function checkMayChange(caller: Actor, user: User, changed: User): void {
  const changesRoleOrStatus = changed.role !== user.role || changed.status !== user.status;
  if (user.id === caller.userId && changesRoleOrStatus) throw new ApiError('own_account_protected');
  if (!manages(caller.role, user.role) || !manages(caller.role, changed.role))
    throw new ApiError('forbidden');
  // The next sign-in by single sign-on would undo a new role.
  const isManaged = user.role_managed_by_sso && changed.role_managed_by_sso;
  if (isManaged && changed.role !== user.role) throw new ApiError('role_managed_by_sso');
}

type PasswordLogin = Pick<Account, 'entity' | 'passwordLoginEndsAt'>;

/**
 * Throws if callers would end their own password login, or let it end earlier. When an identity provider fails, whoever
 * requires it of everybody must still be able to sign in.
 */
function checkKeepsPassword(before: PasswordLogin, after: PasswordLogin): void {
  const end = ({ entity, passwordLoginEndsAt }: PasswordLogin) => {
    if (!entity.password_login_enabled) return Number.NEGATIVE_INFINITY;
    return passwordLoginEndsAt === null ? Number.POSITIVE_INFINITY : Date.parse(passwordLoginEndsAt);
  };
  if (end(after) < end(before)) throw new ApiError('own_account_protected');
}

function moveEmail(table: Table, user: User, changed: User): GuardedWrite[] {
  if (changed.email === user.email) return [];
  return [putNew(table, emailItem(changed), 'email_taken'), deleteAny(table, emailKey(user.email))];
}

/**
 * Deletes a user with the user's e-mail claim, assignment and channels. The user's tokens end at once, because a token
 * without its user is invalid.
 */
export function deleteUser(
  table: Table,
  account: Account,
  { caller, ifMatch }: { caller: AuthenticatedUser; ifMatch: string | undefined },
): Promise<void> {
  return decideAndWrite(table, account, reloadEntity(table, USERS, account), async (current) => {
    const { entity: user, credentials, version } = current;
    checkIfMatch(ifMatch, user);
    if (user.id === caller.userId) throw new ApiError('own_account_protected');
    if (!manages(caller.role, user.role)) throw new ApiError('forbidden');
    const writes = [
      deleteItem(table, userItem(user, credentials), version),
      deleteAny(table, emailKey(user.email)),
      deleteAny(table, assignmentKey(user.tenant_id, user.id)),
      deleteAny(table, channelsKey(user.tenant_id, user.id)),
      ...countUser(table, user.tenant_id, user, undefined),
      ...(await keepPlatformAdmin(table, caller, user, undefined)),
      ...auditWrites(table, USERS, user, undefined),
    ];
    return { writes, result: undefined };
  });
}

export interface UserFilters {
  readonly role?: Role | undefined;
  readonly status?: User['status'] | undefined;
}

/**
 * Reads a page of the users within the caller's scope, newest first. Operators and viewers see only themselves. The list of a
 * tenant is read from the table itself, with the last logins. Indexes may lack them, so they are read in addition
 * (docs/decisions/0113-login-time-outside-data.md).
 */
export async function listUsers(
  table: Table,
  scope: Scope,
  filters: UserFilters,
  page: PageRequest,
): Promise<Page<User>> {
  const found = await findUsers(table, scope, filters, page);
  const isWhole = filters.role === undefined && filters.status === undefined;
  if (scope.kind === 'assigned_sites' || (scope.kind === 'tenant' && isWhole)) return found;
  return { ...found, items: await withLastLogins(table, found.items) };
}

async function withLastLogins(table: Table, users: readonly User[]): Promise<User[]> {
  const keys = users.map(({ tenant_id, id }) => USERS.key(tenant_id, id));
  const stored = await batchGet(table, keys, { mayLag: true });
  return users.map((user, place) => {
    const item = stored[place];
    return item ? { ...user, last_login_at: USERS.peek(item).last_login_at } : user;
  });
}

/** Reads the same page of users as `listUsers`. Their last logins may be too early. */
export async function findUsers(
  table: Table,
  scope: Scope,
  { role, status }: UserFilters,
  page: PageRequest,
): Promise<Page<User>> {
  if (scope.kind !== 'assigned_sites') {
    return listEntities(table, USERS, planByTypeAndStatus(USERS, scope, { type: role, status }), page);
  }
  const { tenantId, userId } = scope;
  const account = userId === undefined ? undefined : await getAccount(table, { tenantId, userId });
  const matches = (user: User) =>
    (role === undefined || user.role === role) &&
    (status === undefined || user.status === status) &&
    isBeyond(user.id, page.position);
  return cutPage(account && matches(account.entity) ? [account.entity] : [], page);
}
