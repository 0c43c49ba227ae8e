import { expect, test } from 'vitest';
import { createDevice } from '../../../../shared/devices/create-device.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeDevice } from '../../../support/make-device.ts';

test('a device is created at its site with everything that it means to others', async () => {
  const device = makeDevice({ tenant_id: 'acme', site_id: 'gate', serial: 's1' });
  const { id, tenant_id, site_id, created_at: at, updated_at: _, ...input } = device;
  const { table, sent } = fakeTable([]);
  expect(await createDevice(table, { id: site_id, tenant_id }, input, { id, at })).toEqual(device);
  expect(sent[0]?.input.TransactItems).toMatchObject([
    {
      Put: {
        Item: {
          data: device,
          site_type: 'TENANT#acme#SITE#gate#DEVICE#camera',
          site_status: 'TENANT#acme#SITE#gate#DEVICE#online',
        },
      },
    },
    { Update: { Key: { sk: 'SITE#gate' }, ExpressionAttributeValues: { ':change': 1 } } },
    { Put: { Item: { sk: 'SERIAL#s1' } } },
  ]);
});
