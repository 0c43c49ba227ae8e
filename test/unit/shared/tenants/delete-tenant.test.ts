import { expect, test } from 'vitest';
import { deleteTenant } from '../../../../shared/tenants/delete-tenant.ts';
import { TENANTS } from '../../../../shared/tenants/tenant.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeCaller } from '../../../support/make-caller.ts';
import { makeTenant } from '../../../support/make-tenant.ts';
import { readExpressions } from '../../../support/read-expressions.ts';
import { conditionFailed } from '../../../support/refusals.ts';

const tenant = makeTenant();
const item = { ...TENANTS.item(tenant), revision: 1 };
const KEY = { pk: `TENANT#${tenant.id}`, sk: 'TENANT' };
const caller = makeCaller('platform_admin', 'platform');

async function remove(
  answers: readonly unknown[],
  { children = 0, ifMatch = undefined as string | undefined, own = false } = {},
) {
  const { table, sent } = fakeTable(answers);
  const stored = { ...TENANTS.read(item), children };
  const context = { caller: own ? { ...caller, tenantId: tenant.id } : caller, ifMatch };
  const outcome = await deleteTenant(table, stored, context).then(
    () => 'deleted',
    ({ code, message }) => code ?? message,
  );
  return { outcome, sent, steps: sent.map(({ name, input }) => input.UpdateExpression ?? name) };
}

test('Deleting a tenant announces the deletion, looks for alerts, and deletes the tenant if the announcement still stands', async () => {
  const { outcome, steps, sent } = await remove([]);
  expect([outcome, steps]).toEqual([
    'deleted',
    ['SET #deletion = :v0', 'QueryCommand', 'TransactWriteCommand', 'QueryCommand', 'QueryCommand'],
  ]);
  const [announcement, query, deletion] = sent.map(({ input }) => input);
  expect(announcement).toMatchObject({
    Key: KEY,
  });
  expect(readExpressions(announcement)).toEqual({
    update: 'SET deletion = "write-1"',
    condition: 'attribute_exists(pk) AND (attribute_not_exists(children) OR children = 0)',
  });
  expect(query).toMatchObject({
    TableName: 'guard-test',
    KeyConditionExpression: 'pk = :v0 AND begins_with(sk, :v1)',
    ExpressionAttributeValues: { ':v0': KEY.pk, ':v1': 'ALERT#' },
    ConsistentRead: true,
    Select: 'COUNT',
    Limit: 1,
  });
  const [{ Delete }] = deletion.TransactItems;
  expect(Delete.Key).toEqual(KEY);
  expect(readExpressions(Delete)['condition']).toMatch(/ AND deletion = "write-1"$/);
});

const withdrawn = { UpdateExpression: 'REMOVE #deletion', ConditionExpression: '#deletion = :v0' };

test('A tenant is not deleted if it is the caller’s own', async () => {
  expect(await remove([], { own: true })).toMatchObject({ outcome: 'own_tenant_protected', sent: [] });
});

test('A tenant with children is not deleted', async () => {
  const { outcome, steps } = await remove([], { children: 1 });
  expect([outcome, steps]).toEqual(['tenant_not_empty', ['REMOVE #deletion']]);
});

test('A tenant is not deleted if If-Match does not match', async () => {
  expect((await remove([], { ifMatch: '"other"' })).outcome).toBe('precondition_failed');
});

test('A tenant is not deleted if a child is created before the deletion is announced', async () => {
  expect((await remove([conditionFailed(), { Item: item }])).outcome).toBe('tenant_not_empty');
});

test('Deleting a tenant that was deleted meanwhile fails with not_found', async () => {
  expect((await remove([conditionFailed(), {}])).outcome).toBe('not_found');
});

test('A tenant with alerts is not deleted, and the announcement of its deletion is withdrawn', async () => {
  const { outcome, sent } = await remove([{}, { Count: 1 }]);
  expect(outcome).toBe('tenant_not_empty');
  expect(sent.at(-1)?.input).toMatchObject({
    ...withdrawn,
    Key: KEY,
    ExpressionAttributeNames: { '#deletion': 'deletion' },
    ExpressionAttributeValues: { ':v0': 'write-1' },
  });
});

test('If the read for alerts fails, deleting a tenant fails with that error, even if the announcement cannot be withdrawn', async () => {
  expect((await remove([{}, new Error('no table')])).outcome).toBe('no table');
  expect((await remove([{}, new Error('no table'), new Error('still none')])).outcome).toBe('no table');
  expect((await remove([{}, new Error('no table'), conditionFailed()])).outcome).toBe('no table');
});
