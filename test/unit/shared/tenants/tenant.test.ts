import { expect, test } from 'vitest';
import { TENANTS } from '../../../../shared/tenants/tenant.ts';
import { makeTenant } from '../../../support/make-tenant.ts';

test('A tenant is in its own scope, and only the platform indexes contain it', () => {
  const tenant = { ...makeTenant(), time_zone: 'Europe/Berlin', reminders: { high: 60 } };
  const { pk, sk, id, data, ...standing } = TENANTS.item(tenant);
  expect([pk, sk, id, data]).toEqual([`TENANT#${tenant.id}`, 'TENANT', tenant.id, tenant]);
  expect(standing).toEqual({ platform: '2#TENANT', platform_status: '2#TENANT#active' });
  expect(TENANTS.subject(tenant)).toEqual({ tenant_id: tenant.id });
});

test('A tenant without a time zone is stored as one of an earlier release, and reads as null', () => {
  const tenant = { ...makeTenant(), time_zone: null, reminders: { critical: 30 } };
  const item = TENANTS.item(tenant);
  expect(item.data).not.toHaveProperty('time_zone');
  expect(TENANTS.entityOf({ ...item })).toEqual(tenant);
});
