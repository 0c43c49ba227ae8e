import { expect, test } from 'vitest';
import type { Panel, PanelFrame, PanelZone } from '../../../../../lib/client/index.ts';
import {
  addressesIn,
  generatePanelKey,
  hasRepeatedNumber,
  isPanelKey,
  panelBody,
  zoneOfRow,
  zoneOfSignal,
  zoneRow,
} from '../../../../../lib/console/state/panels.ts';

const PANEL = {
  device_id: 'd',
  account: '204117',
  line_prefix: null,
  encryption: 'none',
  allowed_addresses: ['203.0.113.7'],
  trusts_udp: false,
  time_check: 'lenient',
  maker: 'jfl',
  zones: [{ number: 5, name: 'Shop window' }],
  users: [],
  has_key: false,
  state: 'online',
} as unknown as Panel;

test('The body that changes a panel keeps its other settings, and has none of what only the service sets', () => {
  expect(panelBody(PANEL, { users: [{ number: 1, name: 'Olga' }] })).toEqual({
    account: '204117',
    line_prefix: null,
    encryption: 'none',
    allowed_addresses: ['203.0.113.7'],
    trusts_udp: false,
    time_check: 'lenient',
    maker: 'jfl',
    zones: [{ number: 5, name: 'Shop window' }],
    users: [{ number: 1, name: 'Olga' }],
  });
});

test('A panel that begins to encrypt gets the usual time check of encryption, unless a person chooses another', () => {
  const key = '0'.repeat(32);
  expect(panelBody(PANEL, { encryption: 'aes', key })).not.toHaveProperty('time_check');
  expect(panelBody(PANEL, { encryption: 'aes', key, time_check: 'lenient' }).time_check).toBe('lenient');
  expect(panelBody(PANEL, { encryption: 'none' }).time_check).toBe('lenient');
  expect(panelBody(undefined, { encryption: 'aes', key })).toEqual({ encryption: 'aes', key });
});

test('The rows of a form contain the zones of a panel with their places, and give them back', () => {
  const zones: PanelZone[] = [
    { number: 5, name: 'Shop window', zone_id: 'z' },
    { number: 6, partition: 0, device_id: 'd' },
    { number: 0 },
  ];
  expect(zones.map(zoneRow).map(({ place }) => place)).toEqual(['zone:z', 'device:d', '']);
  expect(zones.map(zoneRow).map(zoneOfRow)).toEqual(zones);
});

test('A number that is there twice is found, but not the same number in another partition', () => {
  expect(hasRepeatedNumber([{ number: '5' }, { number: '5', partition: '1' }])).toBe(false);
  expect(hasRepeatedNumber([{ number: '5' }, { number: '05' }])).toBe(true);
});

test('A generated key has 32 hexadecimal digits, and a key may have 32, 48 or 64', () => {
  const key = generatePanelKey((count) => Uint8Array.from({ length: count }, (_, place) => place * 16));
  expect(key).toBe('00102030405060708090A0B0C0D0E0F0');
  expect([32, 48, 64].map((it) => isPanelKey('a'.repeat(it)))).toEqual([true, true, true]);
  expect(['', 'a'.repeat(31), 'g'.repeat(32), `${key} `].map(isPanelKey)).toEqual(Array(4).fill(false));
});

test('Addresses may be divided by lines, spaces, commas and semicolons', () => {
  expect(addressesIn(['203.0.113.7, 203.0.113.8;', ' 2001:db8::/56 '])).toEqual([
    '203.0.113.7',
    '203.0.113.8',
    '2001:db8::/56',
  ]);
});

test('The zone of a signal is the one of its partition, or the one of every partition', () => {
  const zones = [
    { number: 5, name: 'every' },
    { number: 5, partition: 2, name: 'second' },
  ];
  const signal = (zone: string | null, partition: string | null) =>
    ({ zone, partition }) as PanelFrame['signals'][number];
  expect(zoneOfSignal(zones, signal('5', '2'))?.name).toBe('second');
  expect(zoneOfSignal(zones, signal('5', '1'))?.name).toBe('every');
  expect(zoneOfSignal(zones, signal('5', null))?.name).toBe('every');
  expect(zoneOfSignal(zones, signal('6', '2'))).toBe(undefined);
  expect(zoneOfSignal(zones, signal(null, '2'))).toBe(undefined);
});
