import { expect, test } from 'vitest';
import { createPlatformAdmin } from '../../../../shared/tenants/platform-tenant.ts';
import { TENANTS } from '../../../../shared/tenants/tenant.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeTenant } from '../../../support/make-tenant.ts';
import { cancelledAt } from '../../../support/refusals.ts';

const NEW_ID = '019a0000-0000-7000-8000-0000000000aa';
const existing = makeTenant();

test('If the platform’s tenant is deleted while a platform admin is created, the admin gets a new platform tenant', async () => {
  const named = { Item: { pk: 'PLATFORM', sk: 'PLATFORM', tenant_id: existing.id } };
  const { table } = fakeTable([named, { Item: TENANTS.item(existing) }, cancelledAt(0), named, {}]);
  const admin = {
    name: 'Ana',
    email: 'ana@guard.test',
    status: 'active',
    password: 'correct horse battery staple',
    password_login_enabled: true,
    sso_login_enabled: false,
    role_managed_by_sso: false,
  } as const;
  const origin = { id: '019a0000-0000-7000-8000-000000000001', tenantId: NEW_ID };
  const { tenant } = await createPlatformAdmin(table, admin, {
    ...origin,
    at: '2026-11-20T12:00:00.000+00:00',
  });
  expect(tenant.id).toBe(NEW_ID);
});
