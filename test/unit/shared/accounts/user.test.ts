import { expect, test } from 'vitest';
import { USERS, userChangesSchema } from '../../../../shared/accounts/user.ts';
import { makeUser } from '../../../support/make-user.ts';

const PASSWORD = 'correct horse battery staple';

test('Changing a user’s password is valid with and without the current password', () => {
  expect(userChangesSchema.safeParse({ password: PASSWORD }).success).toBe(true);
  expect(userChangesSchema.safeParse({ password: PASSWORD, current_password: 'old' }).success).toBe(true);
});

test('A change of a user with current_password is valid only if it also has a new password', () => {
  const { error } = userChangesSchema.safeParse({ current_password: 'old' });
  expect(error?.issues).toMatchObject([{ path: ['password'], message: 'is required with current_password' }]);
});

test('If a change of a user has other errors, a missing new password is not reported', () => {
  const { error } = userChangesSchema.safeParse({ current_password: 'old', name: 7 });
  expect(error?.issues.map(({ path }) => path)).toEqual([['name']]);
});

test('A user is indexed by role and status, and scope checks use the user’s tenant, id and role', () => {
  const user = makeUser({ tenant_id: 'acme' });
  expect(USERS.item(user)).toMatchObject({
    tenant_type: 'TENANT#acme#USER#operator',
    tenant_status: 'TENANT#acme#USER#active',
    tenant_type_severity: 'TENANT#acme#USER#operator#active',
  });
  expect(USERS.subject(user)).toEqual({ tenant_id: 'acme', user_id: user.id, role: 'operator' });
});
