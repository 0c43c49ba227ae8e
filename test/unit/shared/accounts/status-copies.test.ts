import { expect, test } from 'vitest';
import { readWithTenant } from '../../../../shared/accounts/status-copies.ts';
import { expression } from '../../../../shared/table/expression.ts';
import { fakeTable } from '../../../support/fake-table.ts';

const user = { pk: 'TENANT#t', sk: 'USER#u' };
const tenant = { pk: 'TENANT#t', sk: 'TENANT', data: { status: 'active' } };
const spreadTenant = { ...tenant, copied_status: 'active' };
const copy = { pk: 'TENANT_STATUS#t#3', sk: 'TENANT_STATUS', data: { status: 'inactive' } };

/** Reads with these items in the table, and returns what was found and the keys that each call read. */
async function read(items: readonly object[], spread = new Set<string>()) {
  const { table, sent } = fakeTable(() => ({ Responses: { 'guard-test': items } }));
  const place = { tenantId: 't', number: 11, spread };
  const found = await readWithTenant(table, place, [user], expression`pk, sk`);
  const keys = sent.map(({ input }) =>
    input.RequestItems['guard-test'].Keys.map(({ pk }: typeof user) => pk),
  );
  return { found, keys, isSpread: spread.has('t') };
}

test('If the status of a tenant has no copies, it is read from the tenant’s own item', async () => {
  const { keys, isSpread } = await read([user, tenant]);
  expect([keys, isSpread]).toEqual([[['TENANT#t', 'TENANT#t']], false]);
});

test('Once a process knows that a tenant’s status has copies, it reads one copy, in the same call as the other items', async () => {
  const spread = new Set<string>();
  expect((await read([user, spreadTenant], spread)).isSpread).toBe(true);
  const { found, keys } = await read([user, copy], spread);
  expect([found, keys]).toEqual([[copy, user], [['TENANT_STATUS#t#3', 'TENANT#t']]]);
});

test('If the copy of a tenant’s status is missing, the tenant itself is read', async () => {
  const { found, keys, isSpread } = await read([user, tenant], new Set(['t']));
  expect([found, keys.length, isSpread]).toEqual([[tenant, user], 2, false]);
});

test('Copies of the status of an inactive tenant are not read', async () => {
  const inactive = { ...tenant, data: { status: 'inactive' }, copied_status: 'inactive' };
  expect((await read([user, inactive])).isSpread).toBe(false);
});
