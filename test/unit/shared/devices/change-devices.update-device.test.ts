import { expect, test } from 'vitest';
import type { Scope } from '../../../../shared/base/access.ts';
import { GUARD_ITSELF } from '../../../../shared/base/actor.ts';
import { updateDevice } from '../../../../shared/devices/change-devices.ts';
import { DEVICES, type DeviceChanges } from '../../../../shared/devices/device.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeDevice } from '../../../support/make-device.ts';

const [gate, door] = ['3', '4'].map((digit) => `019a0000-0000-7000-8000-00000000000${digit}`) as [
  string,
  string,
];
const [z1, z2] = ['5', '6'].map((digit) => `019a0000-0000-7000-8000-00000000000${digit}`) as [string, string];
const device = makeDevice({ site_id: gate, zone_id: z1 });
const tenantScope: Scope = { kind: 'tenant', tenantId: device.tenant_id };

const STORED = DEVICES.read({ ...DEVICES.item(device), revision: 1 });
const update = (changes: DeviceChanges, scope: Scope = tenantScope, stored = STORED) => {
  const at = '2026-12-01T00:00:00.000+00:00';
  return updateDevice(fakeTable([]).table, stored, changes, {
    scope,
    ifMatch: undefined,
    at,
    watchWrites: async () => [],
    recording: { actor: GUARD_ITSELF, newId: () => device.id, retentionDays: 400 },
  });
};
const wrong = (field: string) => ({ fields: { [field]: expect.anything() } });

test('A device that moves to another site leaves its zone, unless a new one is named', async () => {
  expect(await update({ site_id: door })).toMatchObject({ site_id: door, zone_id: null });
  expect(await update({ site_id: door, zone_id: z2 })).toMatchObject({ site_id: door, zone_id: z2 });
  expect(await update({ site_id: door, zone_id: null })).toMatchObject({ zone_id: null });
});

test('A device that moves to another site cannot keep its zone', async () => {
  await expect(update({ site_id: door, zone_id: z1 })).rejects.toMatchObject(wrong('zone_id'));
});

test('A device cannot move outside the scope', async () => {
  const scope: Scope = { kind: 'assigned_sites', tenantId: device.tenant_id, siteIds: [gate], userId: 'u' };
  await expect(update({ site_id: door }, scope)).rejects.toMatchObject(wrong('site_id'));
  expect(await update({ name: 'Other' }, scope)).toMatchObject({ name: 'Other' });
});

test('A device that stays at its site keeps its zone', async () => {
  expect(await update({ name: 'Other' })).toMatchObject({ name: 'Other', zone_id: z1 });
  expect(await update({ site_id: gate })).toMatchObject({ site_id: gate, zone_id: z1 });
  expect(await update({ site_id: gate, zone_id: z1 })).toMatchObject({ zone_id: z1 });
  expect(await update({ zone_id: z2 })).toMatchObject({ zone_id: z2 });
});

test('The time of a device’s change is later than that of the last one, whatever the clocks say', async () => {
  const later = { ...device, updated_at: '2026-12-01T00:00:00.100+00:00' };
  const stored = DEVICES.read({ ...DEVICES.item(later), revision: 1 });
  const { updated_at } = await update({ name: 'Other' }, tenantScope, stored);
  expect(updated_at).toBe('2026-12-01T00:00:00.101+00:00');
});
