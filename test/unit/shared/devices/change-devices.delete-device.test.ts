import { expect, test } from 'vitest';
import { deleteDevice } from '../../../../shared/devices/change-devices.ts';
import { DEVICES } from '../../../../shared/devices/device.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeDevice } from '../../../support/make-device.ts';

const device = makeDevice({ serial: 's1' });
const stored = DEVICES.read(DEVICES.item(device));
const watchWrites = async () => [];

test('Deleting a device subtracts it from its site and releases its serial', async () => {
  const { table, sent } = fakeTable([]);
  await deleteDevice(table, stored, { ifMatch: undefined, watchWrites });
  expect(sent[0]?.input.TransactItems).toMatchObject([
    { Delete: { Key: { sk: `DEVICE#${device.id}` } } },
    { Update: { Key: { sk: `SITE#${device.site_id}` }, ExpressionAttributeValues: { ':v0': -1 } } },
    { Delete: { Key: { sk: 'SERIAL#s1' } } },
  ]);
});

test('A device is not deleted if its ETag differs from If-Match', async () => {
  await expect(
    deleteDevice(fakeTable([]).table, stored, { ifMatch: '"x"', watchWrites }),
  ).rejects.toMatchObject({
    code: 'precondition_failed',
  });
});
