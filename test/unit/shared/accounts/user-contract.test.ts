import { expect, test } from 'vitest';
import { userChangesSchema } from '../../../../shared/accounts/user-contract.ts';

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
