import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  hiddenCharacterOf,
  isPublicAddress,
  literalAddressOf,
  readOutboundUrl,
} from '../../../../shared/lambda/outbound.ts';

describe('outboundUrl', () => {
  const onAws = (text: string) => readOutboundUrl(text, { isLocalhostAllowed: false })?.href;
  const here = (text: string) => readOutboundUrl(text, { isLocalhostAllowed: true })?.href;

  test.each([
    ['https://hooks.example.com/guard?x=1', 'https://hooks.example.com/guard?x=1'],
    ['https://hooks.example.com:8443/', 'https://hooks.example.com:8443/'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://[2606:4700::1111]/', 'https://[2606:4700::1111]/'],
  ])('The webhook URL %s is accepted', (text, url) => {
    expect(onAws(text)).toBe(url);
  });

  const REJECTED = `
  http://hooks.example.com/ http://localhost:3000/ https://localhost/ https://localhost./
  https://localhost../ https://x.localhost/ https://printer.local/
  https://instance-data.eu-west-1.compute.internal/ https://user@hooks.example.com/
  https://:secret@hooks.example.com/ https://127.0.0.1/ https://127.0.0.1./ https://127.1/
  https://127.0.1/ https://0/ https://0x7f.1/ https://0x7f000001/ https://2130706433/
  https://017700000001/ https://0177.0.0.1/ https://①②⑦.⓪.⓪.①/ https://10.0.0.1/
  https://169.254.169.254/latest/meta-data/ https://2852039166/latest/meta-data/
  https://0xa9.0xfe.0xa9.0xfe/ https://0251.0376.0251.0376/ https://[::]/ https://[::1]/
  https://[::127.0.0.1]/ https://[::ffff:127.0.0.1]/ https://[::ffff:a9fe:a9fe]/
  https://[64:ff9b::a9fe:a9fe]/ https://[2002:a9fe:a9fe::]/ https://[fe80::1%25eth0]/
  https://[fd00:ec2::254]/ https://256.1.1.1/ ftp://hooks.example.com/ file:///etc/passwd https:
  hooks.example.com`
    .trim()
    .split(/\s+/);

  test.each([...REJECTED, ''])('The webhook URL %j is rejected', (text) => {
    expect(onAws(text)).toBeUndefined();
  });

  test('The local server accepts http://localhost as a webhook URL, but no other local URL', () => {
    expect(here('http://localhost:4000/hook')).toBe('http://localhost:4000/hook');
    for (const text of [
      'http://127.0.0.1:4000/',
      'https://127.0.0.1/',
      'http://[::1]/',
      'http://x.localhost/',
    ]) {
      expect(here(text)).toBeUndefined();
    }
  });

  test('No spelling of a private address is accepted as a webhook URL', () => {
    const part = fc.oneof(
      fc.nat(255).map(String),
      fc.nat(255).map((it) => `0x${it.toString(16)}`),
      fc.nat(255).map((it) => `0${it.toString(8)}`),
      fc.nat(2 ** 32 - 1).map(String),
    );
    const ipv4 = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.'));
    const ipv6 = fc.ipV6().map((it) => `[${it}]`);
    fc.assert(
      fc.property(fc.oneof(ipv4, ipv6), (host) => {
        const url = readOutboundUrl(`https://${host}/`, { isLocalhostAllowed: true });
        if (!url) return;
        const literal = literalAddressOf(url);
        expect(literal === undefined || isPublicAddress(literal)).toBe(true);
        expect(literal).toBeDefined();
      }),
      { numRuns: 2_000 },
    );
  });

  test('The first invisible character in a webhook URL is found', () => {
    expect(hiddenCharacterOf('https://a\u200b.example/\u202e')).toBe('U+200B');
    for (const hidden of [
      '\u00ad',
      '\u061c',
      '\u2028',
      '\u2067',
      '\u2066',
      '\u3164',
      '\ufe0f',
      '\ufeff',
      '\u{e007f}',
      '\u2800',
    ]) {
      expect(hiddenCharacterOf(`https://a.example/${hidden}`)).toMatch(/^U\+[0-9A-F]{4,6}$/);
    }
    expect(hiddenCharacterOf('https://höoks.example/ü⁄?q=日本語')).toBeUndefined();
  });
});

describe('publicAddresses', () => {
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
