import { expect, test } from 'vitest';
import { createTenant } from '../../../../shared/tenants/change-tenants.ts';
import { fakeTable } from '../../../support/fake-table.ts';

const ID = '019a0000-0000-7000-8000-000000000002';
const origin = {
  id: ID,
  masterId: '019a0000-0000-7000-8000-000000000001',
  at: '2026-11-20T12:00:00.000+00:00',
};
const fields = { name: 'Acme', status: 'active', requests_per_minute: null } as const;
const tenant = { id: ID, ...fields, created_at: origin.at, updated_at: origin.at };

test('A tenant without a master is created with counters of zero', async () => {
  const { table, sent } = fakeTable([]);
  expect(await createTenant(table, fields, origin)).toEqual(tenant);
  expect(sent.map(({ name }) => name)).toEqual(['PutCommand']);
  expect(sent[0]?.input.Item).toMatchObject({ data: tenant, children: 0, active_masters: 0, revision: 1 });
});

test('A tenant and its first master are created in one transaction', async () => {
  const { table, sent } = fakeTable([]);
  const master = { name: 'Ana', email: 'ana@guard.test', password: 'correct horse battery staple' };
  expect(await createTenant(table, { ...fields, master }, origin)).toEqual(tenant);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.input.TransactItems).toMatchObject([
    { Put: { Item: { data: tenant, children: 1, active_masters: 1 } } },
    {
      Put: {
        Item: {
          data: { id: origin.masterId, tenant_id: ID, role: 'tenant_master', status: 'active', name: 'Ana' },
          credentials: { session_version: 1 },
        },
      },
    },
    { Put: { Item: { pk: 'EMAIL#ana@guard.test' } } },
  ]);
});
