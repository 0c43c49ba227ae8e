import { expect, test } from 'vitest';
import { linkDevice } from '../../../../shared/devices/change-devices.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeDevice } from '../../../support/make-device.ts';
import { readExpressions } from '../../../support/read-expressions.ts';

const { table } = fakeTable([]);
const [gate, door] = ['gate', 'door'];
const device = makeDevice({ tenant_id: 'acme', site_id: gate });
const whole = { ...device, zone_id: 'z1', serial: 's1' };

/** The writes by item, and the meaning of their refusal. */
const linked = (before: typeof device | undefined, after: typeof device | undefined) =>
  linkDevice(table, before, after).map(({ write: { Update, Put, Delete }, refused }) => {
    const sk: string = Update?.Key?.['sk'] ?? Put?.Item?.['sk'] ?? Delete?.Key?.['sk'];
    const change = Update ? Update.ExpressionAttributeValues?.[':v0'] : Put ? 'claim' : 'give up';
    return [
      sk,
      change,
      typeof refused === 'object' && 'fields' in refused ? Object.keys(refused.fields ?? {}) : refused,
    ];
  });

test('A new device is counted at its site and zone and claims its serial', () => {
  expect(linked(undefined, whole)).toEqual([
    ['SITE#gate', 1, 'not_found'],
    ['ZONE#z1', 1, ['zone_id']],
    ['SERIAL#s1', 'claim', 'serial_taken'],
  ]);
  expect(linked(undefined, device)).toEqual([['SITE#gate', 1, 'not_found']]);
});

test('A deleted device is subtracted from the counters of its site and zone, and releases its serial', () => {
  expect(linked(whole, undefined)).toEqual([
    ['SITE#gate', -1, 'stale'],
    ['ZONE#z1', -1, 'stale'],
    ['SERIAL#s1', 'give up', 'stale'],
  ]);
});

test('A moved device is subtracted from its old site and zone, and counted at the new ones', () => {
  expect(linked(whole, { ...whole, site_id: door, zone_id: 'z2', serial: 's2' })).toEqual([
    ['SITE#gate', -1, 'stale'],
    ['SITE#door', 1, ['site_id']],
    ['ZONE#z1', -1, 'stale'],
    ['ZONE#z2', 1, ['zone_id']],
    ['SERIAL#s1', 'give up', 'stale'],
    ['SERIAL#s2', 'claim', 'serial_taken'],
  ]);
});

test('A change of a device that does not move writes no other item', () => {
  expect(linked(whole, { ...whole, name: 'Other' })).toEqual([]);
  expect(linked(undefined, undefined)).toEqual([]);
});

test('A device can only enter a zone of its own site', () => {
  const [, zone] = linkDevice(table, undefined, whole);
  const condition = 'attribute_exists(pk) AND data.site_id = "gate"';
  expect(readExpressions(zone?.write.Update)).toMatchObject({ condition });
});

test('The claim of a serial contains the id of its device', () => {
  const claim = linkDevice(table, undefined, whole).at(-1);
  expect(claim?.write.Put?.Item).toEqual({ pk: 'TENANT#acme', sk: 'SERIAL#s1', device_id: device.id });
});
