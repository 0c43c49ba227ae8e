import { expect, test } from 'vitest';
import { listSessions } from '../../../../shared/sessions/list-sessions.ts';
import { USERS } from '../../../../shared/users/user.ts';
import { fakeTable } from '../../../support/fake-table.ts';

const USER_ID = '019a0000-0000-7000-8000-000000000001';
const CREATED_AT = '2026-11-20T12:00:00.000+00:00';
const EXPIRES_AT = '2026-11-21T12:00:00.000+00:00';

const account = USERS.read({
  data: {
    id: USER_ID,
    tenant_id: '019a0000-0000-7000-8000-000000000002',
    name: 'Ana',
    email: 'ana@example.com',
    role: 'operator',
    status: 'active',
    password_login_enabled: true,
    sso_login_enabled: false,
    role_managed_by_sso: false,
    last_login_at: CREATED_AT,
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
  },
  credentials: { password_hash: null, session_version: 3 },
});

const tokenItem = {
  data: {
    token_id: 7,
    user_id: USER_ID,
    secret_hash: 'hash',
    session_version: 3,
    created_at: CREATED_AT,
    expires_at: EXPIRES_AT,
  },
};

test.each([
  ['a millisecond before its token expires', Date.parse(EXPIRES_AT) - 1, [7]],
  ['at the very instant', Date.parse(EXPIRES_AT), []],
])('a session is open, or not any more, %s', async (_, now, open) => {
  const { table } = fakeTable([{ Items: [tokenItem] }]);
  const sessions = await listSessions(table, account, new Date(now));
  expect(sessions.map(({ tokenId }) => tokenId)).toEqual(open);
});
