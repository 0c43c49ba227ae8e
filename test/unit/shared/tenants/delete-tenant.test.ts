import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from 'vitest';
import { deleteTenant } from '../../../../shared/tenants/delete-tenant.ts';
import { TENANTS } from '../../../../shared/tenants/tenant.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeCaller } from '../../../support/make-caller.ts';
import { makeTenant } from '../../../support/make-tenant.ts';
import { readExpressions } from '../../../support/read-expressions.ts';

const tenant = makeTenant();
const item = { ...TENANTS.item(tenant), revision: 1 };
const KEY = { pk: `TENANT#${tenant.id}`, sk: 'TENANT' };
const caller = makeCaller('platform_admin', 'platform');
const refused = () => new ConditionalCheckFailedException({ $metadata: {}, message: 'condition' });

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

describe('a tenant is deleted', () => {
  test('in steps: announced, looked into for alerts, and then deleted while it is still announced', async () => {
    const { outcome, steps, sent } = await remove([]);
    expect([outcome, steps]).toEqual([
      'deleted',
      ['SET #deletion = :v0', 'QueryCommand', 'TransactWriteCommand'],
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
});

describe('a tenant stays', () => {
  const withdrawn = { UpdateExpression: 'REMOVE #deletion', ConditionExpression: '#deletion = :v0' };

  test('where it is the caller’s own', async () => {
    expect(await remove([], { own: true })).toMatchObject({ outcome: 'own_tenant_protected', sent: [] });
  });

  test('where something belongs to it', async () => {
    const { outcome, steps } = await remove([], { children: 1 });
    expect([outcome, steps]).toEqual(['tenant_not_empty', ['REMOVE #deletion']]);
  });

  test('where it is not what If-Match names', async () => {
    expect((await remove([], { ifMatch: '"other"' })).outcome).toBe('precondition_failed');
  });

  test('where something comes before it is announced', async () => {
    expect((await remove([refused(), { Item: item }])).outcome).toBe('tenant_not_empty');
  });

  test('where there is none any more, it is not found', async () => {
    expect((await remove([refused(), {}])).outcome).toBe('not_found');
  });

  test('where it has alerts, and its announcement is taken back', async () => {
    const { outcome, sent } = await remove([{}, { Count: 1 }]);
    expect(outcome).toBe('tenant_not_empty');
    expect(sent.at(-1)?.input).toMatchObject({
      ...withdrawn,
      Key: KEY,
      ExpressionAttributeNames: { '#deletion': 'deletion' },
      ExpressionAttributeValues: { ':v0': 'write-1' },
    });
  });

  test('where reading fails, and fails for that reason, whether or not the announcement is taken back', async () => {
    expect((await remove([{}, new Error('no table')])).outcome).toBe('no table');
    expect((await remove([{}, new Error('no table'), new Error('still none')])).outcome).toBe('no table');
    expect((await remove([{}, new Error('no table'), refused()])).outcome).toBe('no table');
  });
});
