import { expect, test } from 'vitest';
import { updateTenant } from '../../../../shared/tenants/change-tenants.ts';
import { TENANTS } from '../../../../shared/tenants/tenant.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeCaller } from '../../../support/make-caller.ts';
import { makeTenant } from '../../../support/make-tenant.ts';

const AT = '2026-12-01T00:00:00.000+00:00';
const caller = makeCaller('platform_admin', 'platform');

async function update(
  changes: Parameters<typeof updateTenant>[2],
  { status = 'active' as 'active' | 'inactive', isOwn = false } = {},
) {
  const { table, sent } = fakeTable([]);
  const tenant = makeTenant({ status });
  const context = {
    caller: isOwn ? { ...caller, tenantId: tenant.id } : caller,
    ifMatch: undefined,
    at: AT,
  };
  const changed = await updateTenant(table, TENANTS.read(TENANTS.item(tenant)), changes, context);
  return { changed, sent };
}

test.each([
  [{ name: 'Globex' }, 'active'],
  [{ status: 'active' }, 'active'],
  [{ status: 'active' }, 'inactive'],
  [{ status: 'inactive' }, 'inactive'],
] as const)('The change %j of a tenant that is %s is one write', async (changes, status) => {
  const { changed, sent } = await update(changes, { status });
  expect(changed).toMatchObject({ ...changes, updated_at: AT });
  expect(sent.map(({ name }) => name)).toEqual(['UpdateCommand']);
});

test('Deactivating a tenant requires that the caller stays an active platform admin', async () => {
  const { sent } = await update({ status: 'inactive' });
  expect(sent[0]?.input.TransactItems).toMatchObject([
    { Update: { Key: { sk: 'TENANT' } } },
    { ConditionCheck: { Key: { pk: 'TENANT#platform', sk: 'USER#u' } } },
    { ConditionCheck: { Key: { pk: 'TENANT#platform', sk: 'TENANT' } } },
  ]);
});

test('Nobody deactivates their own tenant, but other changes are permitted', async () => {
  await expect(update({ status: 'inactive' }, { isOwn: true })).rejects.toMatchObject({
    code: 'own_tenant_protected',
  });
  expect((await update({ name: 'Globex' }, { isOwn: true })).changed.name).toBe('Globex');
});
