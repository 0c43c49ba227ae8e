import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addressRanges,
  isAmong,
  isPanelRange,
  isPublicAddress,
  parseAddress,
  plainAddress,
  widestRange,
} from '../../../../shared/base/address.ts';

test('A text is an address exactly if Node calls it one', () => {
  const part = fc.constantFrom(...'0 1 9 a F 00 08 10 255 256 ffff 12345 . : :: % /'.split(' '));
  const text = fc.array(part, { maxLength: 20 }).map((parts) => parts.join(''));
  const number = fc.integer({ min: 0, max: 300 }).map(String);
  const v4 = fc.array(number, { minLength: 4, maxLength: 4 }).map((parts) => parts.join('.'));
  const v6 = fc
    .tuple(fc.array(fc.constantFrom('0', '1', 'ffff', ''), { maxLength: 8 }), fc.option(v4))
    .map(([groups, end]) => [...groups, ...(end === null ? [] : [end])].join(':'));
  fc.assert(
    fc.property(fc.oneof(text, v4, v6, fc.ipV4(), fc.ipV6()), (it) => {
      const address = it.replace('%', '');
      expect([address, parseAddress(address)?.family ?? 0]).toEqual([address, isIP(address)]);
    }),
    { numRuns: 2_000 },
  );
});

/** Ranges of which each address proves something, or nothing. */
const PANEL_RANGES: readonly (readonly [range: string, what: string, isTaken: boolean])[] = [
  ['203.0.113.7', 'one address', true],
  ['203.0.113.0/24', 'a /24', true],
  ['203.0.112.0/23', 'wider than a /24', false],
  ['0.0.0.0/0', 'all of IPv4', false],
  ['192.168.7.0/24', 'private addresses', true],
  ['2001:db8::1', 'one address of IPv6', true],
  ['2a02:8109:8a80::/56', 'global unicast, a /56', true],
  ['2a02:8109:8a80::/55', 'wider than a /56', false],
  ['fd12:3456:789a::/56', 'unique local', true],
  ['::/56', 'everything that is written in few digits, also all of IPv4', false],
  ['::/96', 'all of IPv4, as it was written once', false],
  ['::ffff:0:0/96', 'all of IPv4, mapped', false],
  ['::FFFF:0.0.0.0/96', 'all of IPv4, mapped', false],
  ['0:0:0:0:0:ffff::/96', 'all of IPv4, mapped', false],
  ['::ffff:203.0.113.7', 'one address of IPv4, mapped', false],
  ['::ffff:0:0:0/96', 'all of IPv4, translated', false],
  ['64:ff9b::/96', 'all of IPv4, by NAT64', false],
  ['64:ff9b:1::/56', 'all of IPv4, by NAT64 of a network', false],
  ['2002:cb00:7100::/56', 'an address of IPv4, by 6to4', false],
  ['2001:0:cb00:7100::/64', 'all of IPv4, by Teredo', false],
  ['fe80::/64', 'link-local', false],
  ['fe80::1%eth0', 'an address of one host', false],
  ['::1', 'loopback of IPv6', false],
  ['ff02::/64', 'multicast', false],
  ['100::/64', 'discarded', false],
  ['4000::/56', 'not assigned', false],
  ['203.0.113.0/33', 'too long', false],
  ['2001:db8::/129', 'too long', false],
  ['203.0.113.0/', 'no length', false],
  ['203.0.113.0/24/24', 'two lengths', false],
  ['203.0.113.256', 'no address', false],
  ['010.0.0.1', 'no address', false],
  ['10.1', 'no address', false],
  ['example.com', 'a name', false],
  ['', 'nothing', false],
];

test.each(PANEL_RANGES)('Whether a panel may send from %s (%s) is %s', (range, _, isTaken) => {
  expect(isPanelRange(range)).toBe(isTaken);
});

test('No range of a panel that holds IPv6 contains an address of IPv4, however it is written, also if it was stored before', () => {
  const v6 = PANEL_RANGES.map(([range]) => range).filter((range) => range.includes(':'));
  for (const address of ['203.0.113.7', '::ffff:203.0.113.7', '::ffff:cb00:7107', '64:ff9b::cb00:7107']) {
    expect(isAmong(addressRanges(v6), address)).toBe(false);
  }
});

test.each([
  ['203.0.113.7', '203.0.113.7', true],
  ['203.0.113.7/32', '203.0.113.8', false],
  ['203.0.113.0/24', '203.0.113.8', true],
  ['203.0.113.0/25', '203.0.113.128', false],
  ['203.0.113.0/24', '::ffff:203.0.113.8', true],
  ['203.0.113.0/24', '::ffff:cb00:7108', true],
  ['2001:db8:0:ff00::/56', '2001:db8::ffab:1', false],
  ['2001:db8:0:ff00::/56', '2001:db8:0:ff12::1', true],
  ['2001:db8:0:ff80::/57', '2001:db8:0:ff12::1', false],
  ['2001:db8::1', '2001:db8:0:0:0:0:0:1', true],
  ['2001:db8::1', '2001:db8::1%eth0', false],
  ['203.0.113.7', 'no address', false],
])('Whether the range %s contains the address %s is %s', (range, address, isInside) => {
  expect(isAmong(addressRanges([range]), address)).toBe(isInside);
});

test.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
  ['::FFFF:cb00:7107', '203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2ff:3::4', '2001:db8:1:2ff:3::4', '2001:db8:1:200:0:0:0:0/56'],
  ['nowhere', 'nowhere', 'nowhere'],
])('The socket %s has the address %s, which is in the range %s', (socket, address, range) => {
  expect([plainAddress(socket), widestRange(socket)]).toEqual([address, range]);
});

describe('isPublicAddress', () => {
  /** The first and last address of each block that is not public, and the addresses next to it. */
  const BLOCKS: readonly [name: string, first: string, last: string, before: string, after: string][] = [
    ['this network', '0.0.0.0', '0.255.255.255', '', '1.0.0.0'],
    ['private 10', '10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
    ['shared', '100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
    ['loopback', '127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
    ['link-local', '169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
    ['private 172', '172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
    ['protocols', '192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
    ['documentation 1', '192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
    ['relays of 6to4', '192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
    ['private 192', '192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
    ['benchmarks', '198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
    ['documentation 2', '198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
    ['documentation 3', '203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
    ['multicast and reserved', '224.0.0.0', '255.255.255.255', '223.255.255.255', ''],
    ['6to4', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:ffff::', '2003::'],
    ['protocols of IPv6', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '', '2001:200::'],
    ['documentation of IPv6', '2001:db8::', '2001:db8:ffff::', '2001:db7:ffff::', '2001:db9::'],
    ['new documentation', '3fff::', '3fff:fff:ffff::', '3ffe::', '3fff:1000::'],
  ];

  test.each(BLOCKS)(
    'Webhooks are sent to no address of the block "%s", but to the public addresses next to it',
    (_, first, last, before, after) => {
      expect([first, last].map(isPublicAddress)).toEqual([false, false]);
      for (const address of [before, after].filter((it) => it !== '')) {
        expect([address, isPublicAddress(address)]).toEqual([address, true]);
      }
    },
  );

  const UNASSIGNED = `
  :: ::1 ::ffff:127.0.0.1 ::ffff:a00:1 ::ffff:8.8.8.8 ::127.0.0.1 64:ff9b::169.254.169.254
  64:ff9b:1::a00:1 100::1 5f00::1 fc00::1 fd00:ec2::254 fe80::1 fe80::1%eth0 2606:4700::1%lo fec0::1
  ff02::1 4000::1`
    .trim()
    .split(/\s+/);

  test.each(UNASSIGNED)(
    'No webhook is sent to the IPv6 address %s, which is not assigned to public hosts',
    (address) => {
      expect(isPublicAddress(address)).toBe(false);
    },
  );

  test.each(['8.8.8.8', '2606:4700:4700::1111', '2a00:1450:4001:80b::200e'])(
    'The address %s is public, so that webhooks may be sent to it',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  test.each(['', 'localhost', '127.1', '0x7f000001', '2130706433', '8.8.8.8/32', '[::1]', '08.8.8.8'])(
    'The text %j is not an address, so that no webhook is sent to it',
    (text) => {
      expect(isPublicAddress(text)).toBe(false);
    },
  );
});
