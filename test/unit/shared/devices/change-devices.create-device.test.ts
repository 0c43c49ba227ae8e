import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createDevice } from '../../../../shared/devices/change-devices.ts';
import { deviceInputSchema } from '../../../../shared/devices/device.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeDevice } from '../../../support/make-device.ts';

const device = makeDevice({ tenant_id: 'acme', site_id: 'gate', serial: 's1' });
const { id, tenant_id, site_id, created_at: at, name, type, serial } = device;
const create = (input: object, { table, sent } = fakeTable([])) => ({
  sent,
  created: createDevice(
    table,
    { id: site_id, tenant_id },
    z.parse(deviceInputSchema, { name, type, serial, ...input }),
    { id, at },
  ),
});

test('Creating a device counts it at its site and claims its serial', async () => {
  const { created, sent } = create({});
  expect(await created).toEqual(device);
  const { heartbeat_seconds, offline_severity, runaway_after, ...rest } = device;
  const data = { ...rest, status: 'online' };
  expect(sent[0]?.input.TransactItems).toMatchObject([
    {
      Put: {
        Item: {
          data,
          site_type: 'TENANT#acme#SITE#gate#DEVICE#camera',
          site_status: 'TENANT#acme#SITE#gate#DEVICE#online',
        },
      },
    },
    { Update: { Key: { sk: 'SITE#gate' }, ExpressionAttributeValues: { ':v0': 1 } } },
    { Put: { Item: { sk: 'SERIAL#s1' } } },
  ]);
});

test('A new watched device has a watch without a timer', async () => {
  const { created, sent } = create({ heartbeat_seconds: 60 });
  expect(await created).toMatchObject({ status: 'offline', last_seen_at: null, heartbeat_seconds: 60 });
  expect(sent[0]?.input.TransactItems.at(-1).Put.Item).toEqual({
    pk: 'TENANT#acme',
    sk: `WATCH#${id}`,
    state: 'unheard',
    seconds: 60,
    revision: 1,
  });
});

test('A watched device cannot be created with last_seen_at', async () => {
  const { created, sent } = create({ heartbeat_seconds: 60, last_seen_at: null });
  await expect(created).rejects.toMatchObject({ code: 'validation_failed' });
  expect(sent).toEqual([]);
});
