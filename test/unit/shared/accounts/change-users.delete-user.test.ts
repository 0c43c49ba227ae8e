import { expect, test } from 'vitest';
import { deleteUser } from '../../../../shared/accounts/change-users.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeCaller } from '../../../support/make-caller.ts';
import { makeAccount } from '../../../support/make-user.ts';

const caller = makeCaller('tenant_admin', 'acme');

const remove = async (
  account = makeAccount(),
  {
    by = caller as Parameters<typeof deleteUser>[2]['caller'],
    ifMatch = undefined as string | undefined,
  } = {},
) => {
  const { table, sent } = fakeTable([]);
  await deleteUser(table, account, { caller: by, ifMatch });
  return sent[0]?.input.TransactItems;
};

test('Deleting a user removes the claim, the assignment, the channels and the count of the user', async () => {
  const { id, tenant_id, email } = makeAccount().entity;
  const pk = `TENANT#${tenant_id}`;
  expect(await remove()).toMatchObject([
    {
      Delete: { Key: { pk, sk: `USER#${id}` }, ConditionExpression: expect.stringContaining('#revision') },
    },
    { Delete: { Key: { pk: `EMAIL#${email}`, sk: 'EMAIL' } } },
    { Delete: { Key: { pk, sk: `ASSIGNMENT#${id}` } } },
    { Delete: { Key: { pk, sk: `CHANNELS#${id}` } } },
    { Update: { Key: { pk, sk: 'TENANT' }, ExpressionAttributeValues: { ':v0': -1 } } },
  ]);
});

test('Deleting a platform admin requires that another platform admin exists', async () => {
  const items = await remove(makeAccount({ role: 'platform_admin' }), {
    by: { ...caller, role: 'platform_admin' },
  });
  expect(items.slice(5)).toMatchObject([
    { ConditionCheck: { Key: { sk: 'USER#u' } } },
    { ConditionCheck: { Key: { sk: 'TENANT' } } },
  ]);
});

test('Nobody deletes their own user, or users of a role that they do not manage', async () => {
  const self = { ...caller, userId: makeAccount().entity.id };
  await expect(remove(makeAccount(), { by: self })).rejects.toMatchObject({
    code: 'own_account_protected',
  });
  await expect(remove(makeAccount({ role: 'tenant_master' }))).rejects.toMatchObject({ code: 'forbidden' });
});

test('Deleting a user is rejected if If-Match does not match', async () => {
  await expect(remove(makeAccount(), { ifMatch: '"x"' })).rejects.toMatchObject({
    code: 'precondition_failed',
  });
});
