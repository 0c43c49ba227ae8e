import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPublicAddress } from '../../../../shared/base/address.ts';
import { hiddenCharacterOf, literalAddressOf, readOutboundUrl } from '../../../../shared/lambda/outbound.ts';

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
