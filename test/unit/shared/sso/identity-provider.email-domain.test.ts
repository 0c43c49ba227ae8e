import { expect, test } from 'vitest';
import { domainOfEmail, readDomain } from '../../../../shared/sso/identity-provider.ts';

test.each([
  ['Acme.Example', 'acme.example'],
  ['acme.example.', 'acme.example'],
  ['München.example', 'xn--mnchen-3ya.example'],
  ['acme。example', 'acme.example'],
  ['mail.acme.xn--p1ai', 'mail.acme.xn--p1ai'],
])('The e-mail domain %s is stored as %s', (text, domain) => {
  expect(readDomain(text)).toBe(domain);
  expect(domainOfEmail(`olga@${text}`)).toBe(domain);
});

test.each([
  ['', '.', 'com', 'com.', 'localhost', 'acme..example', '.acme.example', 'acme.example..', '-acme.example'],
  ['127.0.0.1', '127.1', '0x7f.1', '[::1]', '::1', 'acme.1', 'acme.e'],
  ['olga@acme.example', 'https://acme.example', 'acme.example/x', 'acme.example:443', 'acme.example?x'],
  ['*.acme.example', '_guard.acme.example', 'acme example.com', 'acme.ex\u00adample', '%61cme.example'],
  ['acme.example\u0000', `${'a'.repeat(64)}.example`, `${'abc.'.repeat(62)}example`],
])('The text %j is rejected as an e-mail domain', (...texts) => {
  for (const text of texts) expect([text, readDomain(text)]).toEqual([text, undefined]);
});
