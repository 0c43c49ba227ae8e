import type { Account, Credentials, User } from '../../shared/accounts/user.ts';

export const CREATED_AT = '2026-11-20T12:00:00.000+00:00';

export function makeUser(fields: Partial<User> = {}): User {
  return {
    id: '019a0000-0000-7000-8000-000000000001',
    tenant_id: '019a0000-0000-7000-8000-000000000002',
    name: 'Ana',
    email: 'ana@guard.test',
    role: 'operator',
    status: 'active',
    password_login_enabled: true,
    sso_login_enabled: false,
    role_managed_by_sso: false,
    last_login_at: null,
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
    ...fields,
  };
}

/** A stored user, as read before a change. */
export function makeAccount(fields: Partial<User> = {}, credentials: Partial<Credentials> = {}): Account {
  return {
    entity: makeUser(fields),
    credentials: { password_hash: null, session_version: 3, ...credentials },
    version: { revision: 1, recentWrites: [], updatedAt: CREATED_AT },
    children: 0,
    factor: undefined,
    pendingFactor: undefined,
    passwordLoginEndsAt: null,
    language: undefined,
  };
}
