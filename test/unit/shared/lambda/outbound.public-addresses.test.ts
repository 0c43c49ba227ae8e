import { expect, test } from 'vitest';
import { isPublicAddress } from '../../../../shared/lambda/outbound.ts';

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
  'No webhook is sent to the address block "%s", but to the public addresses next to it',
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
