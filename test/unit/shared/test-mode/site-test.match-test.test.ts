import { expect, test } from 'vitest';
import type { ListedTest } from '../../../../shared/sites/listed-test.ts';
import { findTest, isOver, type TestedAlert } from '../../../../shared/test-mode/site-test.ts';

const NOON = new Date('2026-11-20T12:00:00.000Z');
const at = (hour: number) => `2026-11-20T${hour}:00:00.000+00:00`;

const listed = (fields: Partial<ListedTest> = {}): ListedTest => ({ id: 'one', ends_at: at(13), ...fields });
const alert = (fields: Partial<TestedAlert> = {}): TestedAlert => ({
  type: 'intrusion',
  zoneId: 'hall',
  deviceId: 'door',
  raisedBy: 'key',
  ...fields,
});

test.each<[string, Partial<ListedTest>, Partial<TestedAlert>, boolean]>([
  ['any alert of a test without limits', {}, {}, true],
  ['an alert without zone and device', {}, { zoneId: undefined, deviceId: undefined }, true],
  ['an offline alert of Guard', {}, { raisedBy: 'system' }, true],
  ['an alert of a person', {}, { raisedBy: 'user' }, false],
  ['panic without its name', {}, { type: 'panic' }, false],
  ['fire without its name', { zone_id: 'hall' }, { type: 'fire' }, false],
  ['panic with its name', { types: ['panic'] }, { type: 'panic' }, true],
  ['fire beside panic', { types: ['panic'] }, { type: 'fire' }, false],
  ['a type that is not named', { types: ['tamper'] }, {}, false],
  ['the zone', { zone_id: 'hall' }, {}, true],
  ['another zone', { zone_id: 'yard' }, {}, false],
  ['no zone', { zone_id: 'hall' }, { zoneId: undefined }, false],
  ['a device', { device_ids: ['window', 'door'] }, {}, true],
  ['another device', { device_ids: ['window'] }, {}, false],
  ['no device', { device_ids: ['door'] }, { deviceId: undefined }, false],
  ['a device in another zone', { device_ids: ['door'], zone_id: 'yard' }, {}, false],
])('The limits of a site’s test decide whether an alert is on test: %s', (_, limits, fields, isOnTest) => {
  expect(findTest([listed(limits)], alert(fields), NOON) !== undefined).toBe(isOnTest);
});

test('A test of a site is over at the millisecond of its end', () => {
  const end = new Date(at(13));
  const before = new Date(end.getTime() - 1);
  expect([isOver(listed(), before), isOver(listed(), end)]).toEqual([false, true]);
  expect(findTest([listed()], alert(), end)).toBeUndefined();
});

test('An alert that several tests of a site cover belongs to the test that ends last', () => {
  const tests = [
    listed({ id: 'short' }),
    listed({ id: 'long', ends_at: at(15) }),
    listed({ id: 'middle', ends_at: at(14) }),
  ];
  expect(findTest(tests, alert(), NOON)?.id).toBe('long');
});
