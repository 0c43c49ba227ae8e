import { expect, test } from 'vitest';
import { USERS, userChangesSchema } from '../../../../shared/accounts/user.ts';
import { makeUser } from '../../../support/make-user.ts';

const PASSWORD = 'correct horse battery staple';

test('A change of a user with a new password is valid with and without the current password', () => {
  expect(userChangesSchema.safeParse({ password: PASSWORD }).success).toBe(true);
  expect(userChangesSchema.safeParse({ password: PASSWORD, current_password: 'old' }).success).toBe(true);
});

test('A change of a user with the current password is valid only with a new password', () => {
  const { error } = userChangesSchema.safeParse({ current_password: 'old' });
  expect(error?.issues).toMatchObject([{ path: ['password'], message: 'is required with current_password' }]);
});

test('Other errors in a change of a user hide the error of a missing new password', () => {
  const { error } = userChangesSchema.safeParse({ current_password: 'old', name: 7 });
  expect(error?.issues.map(({ path }) => path)).toEqual([['name']]);
});

test('Users are indexed by role and status, and are within their own scope', () => {
  const user = makeUser({ tenant_id: 'acme' });
  expect(USERS.item(user)).toMatchObject({
    tenant_type: 'TENANT#acme#USER#operator',
    tenant_status: 'TENANT#acme#USER#active',
    tenant_type_severity: 'TENANT#acme#USER#operator#active',
  });
  expect(USERS.subject(user)).toEqual({ tenant_id: 'acme', user_id: user.id, role: 'operator' });
});
