import { expect, test } from 'vitest';
import { userItem } from '../../../../shared/accounts/account.ts';
import { USERS } from '../../../../shared/accounts/user.ts';
import { makeUser } from '../../../support/make-user.ts';

test('A user is indexed by role and status, and scope checks use the user’s tenant, id and role', () => {
  const user = makeUser({ tenant_id: 'acme' });
  expect(USERS.item(user)).toMatchObject({
    tenant_type: 'TENANT#acme#USER#operator',
    tenant_status: 'TENANT#acme#USER#active',
    tenant_type_severity: 'TENANT#acme#USER#operator#active',
  });
  expect(USERS.subject(user)).toEqual({ tenant_id: 'acme', user_id: user.id, role: 'operator' });
});

test('The last login of a user is stored where no index copies it, so that a login writes none', () => {
  const itemOf = (last_login_at: string | null) =>
    userItem(makeUser({ last_login_at }), { password_hash: null, session_version: 1 });
  const [before, after] = [itemOf(null), itemOf('2026-11-20T12:30:00.000+00:00')];
  expect(before).not.toHaveProperty('last_login_at');
  expect(after).toEqual({ ...before, last_login_at: '2026-11-20T12:30:00.000+00:00' });
});
