import { expect, test } from 'vitest';
import { GUARD_ITSELF } from '../../../../shared/base/actor.ts';
import { updateDevice } from '../../../../shared/devices/change-devices.ts';
import { DEVICES } from '../../../../shared/devices/device.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeDevice } from '../../../support/make-device.ts';

const device = makeDevice({ site_id: '019a0000-0000-7000-8000-000000000003' });

/** Whoever may change devices today has the scope of a tenant: no request proves it. */
test('A device cannot be moved to a site outside the caller’s scope', async () => {
  const { table, sent } = fakeTable([]);
  const elsewhere = { site_id: '019a0000-0000-7000-8000-000000000004' };
  const change = updateDevice(table, DEVICES.read({ ...DEVICES.item(device), revision: 1 }), elsewhere, {
    scope: { kind: 'assigned_sites', tenantId: device.tenant_id, siteIds: [device.site_id], userId: 'u' },
    ifMatch: undefined,
    at: '2026-12-01T00:00:00.000+00:00',
    watchWrites: async () => [],
    recording: { actor: GUARD_ITSELF, newId: () => device.id, retentionDays: 400 },
  });
  await expect(change).rejects.toMatchObject({ fields: { site_id: expect.anything() } });
  expect(sent).toEqual([]);
});
