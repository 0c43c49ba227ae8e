import { expect, test } from 'vitest';
import { DEVICES } from '../../../../shared/devices/device.ts';
import { watchAfterHeartbeat, watchItem, watchKey } from '../../../../shared/devices/heartbeat.ts';
import { heartbeatWork } from '../../../../shared/reports/check-heartbeat.ts';
import { SITES } from '../../../../shared/sites/site.ts';
import { TENANTS } from '../../../../shared/tenants/tenant.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeDevice } from '../../../support/make-device.ts';
import { makeSite } from '../../../support/make-site.ts';
import { makeTenant } from '../../../support/make-tenant.ts';
import { seededRandomBytes } from '../../../support/random.ts';

const NOW = new Date('2026-11-22T12:00:00.000Z');
const site = makeSite('3', { tenant_id: '019a0000-0000-7000-8000-000000000002' });
const device = makeDevice({ heartbeat_seconds: 60, site_id: site.id, tenant_id: site.tenant_id });
const tenant = makeTenant({ id: site.tenant_id });

/** The watch of a device that reported at this time. */
const watchedAt = (time: Date) => watchItem(device, watchAfterHeartbeat(device, time));

/** The writes of the timer of a device that was silent for an hour when the timer was found, and reported last at this time. */
async function run(reportedAt: Date): Promise<string[]> {
  const silentSince = new Date(NOW.getTime() - 3_600_000);
  const items = [watchedAt(reportedAt), DEVICES.item(device), TENANTS.item(tenant), SITES.item(site)];
  const { table, sent } = fakeTable(({ name }) =>
    name === 'BatchGetCommand' ? { Responses: { 'guard-test': items } } : {},
  );
  await heartbeatWork(400).run(
    { ...watchKey(device.tenant_id, device.id), ...watchedAt(silentSince) },
    {
      table,
      now: NOW,
      randomBytes: seededRandomBytes(),
      ownHeartbeat: { checkedAt: NOW, resumedAt: new Date(0) },
      log: () => {},
    },
  );
  return sent.map(({ name }) => name).filter((name) => !/Get|Query/.test(name));
}

test('A device that reports after its timer was found is not marked offline', async () => {
  expect(await run(new Date(NOW.getTime() - 3_600_000))).toEqual(['TransactWriteCommand']);
  expect(await run(NOW)).toEqual([]);
});
