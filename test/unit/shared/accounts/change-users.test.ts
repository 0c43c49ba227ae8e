import { expect, test } from 'vitest';
import { deleteUser, updateUser } from '../../../../shared/accounts/change-users.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeCaller } from '../../../support/make-caller.ts';
import { makeAccount } from '../../../support/make-user.ts';

/** As it is read again after somebody else has promoted the user: the check of the request saw another role. */
const promoted = makeAccount({ role: 'tenant_master' });
const caller = makeCaller('tenant_admin', promoted.entity.tenant_id);

test('Nobody changes or deletes a user who meanwhile has a role that they do not manage', async () => {
  const { table, sent } = fakeTable([]);
  const context = { caller, ifMatch: undefined, at: '2026-11-20T13:00:00.000+00:00', guessesPerHour: 50 };
  await expect(updateUser(table, promoted, { name: 'Bea' }, context)).rejects.toMatchObject({
    code: 'forbidden',
  });
  await expect(deleteUser(table, promoted, context)).rejects.toMatchObject({ code: 'forbidden' });
  expect(sent).toEqual([]);
});
