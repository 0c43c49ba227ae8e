import { expect, test } from 'vitest';
import { createPlatformAdmin } from '../../../../shared/tenants/platform-tenant.ts';
import { TENANTS, type Tenant } from '../../../../shared/tenants/tenant.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeTenant } from '../../../support/make-tenant.ts';
import { readExpressions } from '../../../support/read-expressions.ts';
import { cancelledAt } from '../../../support/refusals.ts';

const NEW_ID = '019a0000-0000-7000-8000-0000000000aa';
const origin = {
  id: '019a0000-0000-7000-8000-000000000001',
  tenantId: NEW_ID,
  at: '2026-11-20T12:00:00.000+00:00',
};
const input = {
  name: 'Ana',
  email: 'ana@guard.test',
  status: 'active',
  password: 'correct horse battery staple',
  password_login_enabled: true,
  sso_login_enabled: false,
  role_managed_by_sso: false,
} as const;

const existing = makeTenant();
const named = { Item: { pk: 'PLATFORM', sk: 'PLATFORM', tenant_id: existing.id } };
const tenantItem = (fields: Partial<Tenant> = {}) => ({ Item: TENANTS.item({ ...existing, ...fields }) });

const create = async (answers: readonly unknown[]) => {
  const { table, sent } = fakeTable(answers);
  const result = await createPlatformAdmin(table, input, origin);
  return { result, items: sent.at(-1)?.input.TransactItems, sent };
};

test('The first platform admin creates the platform’s own tenant, and one transaction records it as such', async () => {
  const { result, items } = await create([]);
  expect(result.tenant).toEqual({
    requests_per_minute: null,
    id: NEW_ID,
    name: 'Guard platform',
    status: 'active',
    created_at: origin.at,
    updated_at: origin.at,
  });
  expect(result.user).toMatchObject({ id: origin.id, role: 'platform_admin', tenant_id: NEW_ID });
  expect(items).toMatchObject([
    {
      Put: {
        Item: { pk: 'PLATFORM', sk: 'PLATFORM', tenant_id: NEW_ID },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    { Put: { Item: { data: { id: NEW_ID }, children: 1, active_masters: 0 } } },
    { Put: { Item: { data: { id: origin.id } } } },
    { Put: { Item: { pk: 'EMAIL#ana@guard.test' } } },
  ]);
});

test('The first platform admin joins the platform’s tenant that a faster command created', async () => {
  const { result, items } = await create([{}, cancelledAt(0), named, tenantItem()]);
  expect([result.tenant.id, result.user.tenant_id]).toEqual([existing.id, existing.id]);
  expect(items).toHaveLength(3);
});

test('Another platform admin joins the recorded platform’s tenant, which counts its users', async () => {
  const { result, items, sent } = await create([named, tenantItem()]);
  expect(result.tenant).toEqual(existing);
  expect(items).toMatchObject([
    { Update: { Key: { pk: `TENANT#${existing.id}`, sk: 'TENANT' } } },
    { Put: { Item: { data: { tenant_id: existing.id, role: 'platform_admin' } } } },
    { Put: { Item: { pk: 'EMAIL#ana@guard.test' } } },
  ]);
  expect(sent.slice(0, 2).map(({ input: { Key } }) => Key.pk)).toEqual(['PLATFORM', `TENANT#${existing.id}`]);
});

test('Another platform admin creates and records a new platform’s tenant if the recorded one was deleted', async () => {
  const { result, items } = await create([named, {}]);
  expect(result.tenant.id).toBe(NEW_ID);
  expect(items[0]).toMatchObject({
    Update: {
      Key: { pk: 'PLATFORM', sk: 'PLATFORM' },
    },
  });
  expect(readExpressions(items[0].Update)).toMatchObject({
    update: expect.stringContaining(`tenant_id = "${NEW_ID}"`),
    condition: expect.stringContaining('revision = 0'),
  });
});

test('The creation of another platform admin reads the platform’s tenant again if it is deleted meanwhile', async () => {
  const { result } = await create([named, tenantItem(), cancelledAt(0), named, {}]);
  expect(result.tenant.id).toBe(NEW_ID);
});

test('No platform admin is created in an inactive platform’s tenant, in which nobody can sign in', async () => {
  await expect(create([named, tenantItem({ status: 'inactive' })])).rejects.toMatchObject({
    code: 'account_not_active',
    reason: 'tenant_not_active',
  });
});
