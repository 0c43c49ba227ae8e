import { expect, test } from 'vitest';
import { countUser, isActiveMaster } from '../../../../shared/accounts/count-user.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeUser } from '../../../support/make-user.ts';
import { readExpressions } from '../../../support/read-expressions.ts';

const { table } = fakeTable([]);
const master = makeUser({ role: 'tenant_master' });
const inactiveMaster = makeUser({ role: 'tenant_master', status: 'inactive' });
const operator = makeUser();

const KEEPS_A_MASTER = 'attribute_exists(pk) AND (active_masters > 1 OR data.status = "inactive")';

/** The counters of a tenant, with their condition. */
const counted = (before: typeof master | undefined, after: typeof master | undefined) =>
  countUser(table, 'acme', before, after).map(({ write: { Update }, refused }) => ({
    children: Update?.ExpressionAttributeValues?.[':v0'],
    masters: Update?.ExpressionAttributeValues?.[':v1'],
    condition: readExpressions(Update)['condition'],
    refused,
  }));

test('Only an active user with the role of a master counts as an active master', () => {
  const others = [operator, inactiveMaster, makeUser({ status: 'blocked' })];
  expect([master, ...others].map(isActiveMaster)).toEqual([true, false, false, false]);
});

test.each([
  ['a new user', undefined, operator, 1, 0, 'attribute_exists(pk)', 'not_found'],
  ['a new master', undefined, master, 1, 1, 'attribute_exists(pk)', 'not_found'],
  ['a user who becomes a master', operator, master, 0, 1, 'attribute_exists(pk)', 'not_found'],
  ['a deleted user', operator, undefined, -1, 0, 'attribute_exists(pk)', 'not_found'],
  ['a deleted master', master, undefined, -1, -1, KEEPS_A_MASTER, 'last_tenant_master'],
  ['a master with another role', master, operator, 0, -1, KEEPS_A_MASTER, 'last_tenant_master'],
  ['a master with another status', master, inactiveMaster, 0, -1, KEEPS_A_MASTER, 'last_tenant_master'],
])('The user counters of a tenant count %s', (_, before, after, children, masters, condition, refused) => {
  expect(counted(before, after)).toEqual([{ children, masters, condition, refused }]);
});

test('A change of a user that changes neither counter of the tenant writes none', () => {
  expect(counted(operator, { ...operator, name: 'Bea' })).toEqual([]);
  expect(counted(master, { ...master, name: 'Bea' })).toEqual([]);
});

test('A new user withdraws an announced deletion of the tenant', () => {
  const [write] = countUser(table, 'acme', undefined, operator);
  expect(write?.write.Update).toMatchObject({
    TableName: 'guard-test',
    Key: { pk: 'TENANT#acme', sk: 'TENANT' },
  });
  expect(readExpressions(write?.write.Update)).toEqual({
    update: 'ADD children 1, active_masters 0 REMOVE deletion',
    condition: 'attribute_exists(pk)',
  });
});
