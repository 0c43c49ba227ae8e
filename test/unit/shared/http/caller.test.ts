import { randomBytes } from 'node:crypto';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { issueToken } from '../../../../shared/accounts/token.ts';
import type { Caller } from '../../../../shared/base/actor.ts';
import { newId } from '../../../../shared/base/ids.ts';
import { callerContext, parseAuthorization, readCaller } from '../../../../shared/http/caller.ts';
import { issueKey } from '../../../../shared/keys/key-secret.ts';
import { makeCaller } from '../../../support/make-caller.ts';
import { makeKeyCaller } from '../../../support/make-key.ts';

const eventWith = (authorizer: unknown) => ({ requestContext: { authorizer } }) as APIGatewayProxyEvent;

const CALLERS: [string, Caller][] = [
  ['a user', makeCaller('viewer', 'acme')],
  [
    'a user without a required second factor',
    { ...makeCaller('viewer', 'acme'), authentication: '{"method":"password"}', lacksSecondFactor: true },
  ],
  [
    'a user of a tenant with a number of children and a limit',
    { ...makeCaller('viewer', 'acme'), tenantChildren: 2_014, tenantRequestsPerMinute: 5_000 },
  ],
  ['a user of an empty tenant', { ...makeCaller('viewer', 'acme'), tenantChildren: 0 }],
  ['a key of a tenant with a number of children', makeKeyCaller({ tenantChildren: 7 })],
  ['a key that is bound to nothing', makeKeyCaller()],
  ['a key of any name', makeKeyCaller({ name: 'Portão 7, 100 % 🚨\n\u2028' })],
  ['a key that is bound to a site', makeKeyCaller({ siteId: 'site-1' })],
  ['a key for reading', makeKeyCaller({ access: 'read' })],
  ['a key that is bound to a device', makeKeyCaller({ siteId: 'site-1', deviceId: 'device-1' })],
  [
    'a key that is bound to a device with a threshold',
    makeKeyCaller({ siteId: 'site-1', deviceId: 'device-1', mayRunAway: true }),
  ],
];

test.each(CALLERS)(
  'The authorizer passes the caller on in ASCII strings, from which the same caller is read: %s',
  (_, caller) => {
    const context = callerContext(caller);
    for (const value of Object.values(context)) expect(value).toMatch(/^[\x21-\x7e]+$/);
    expect(readCaller(eventWith({ ...context, principalId: 'x' }))).toEqual(caller);
  },
);

test('Reading the caller of a request throws if the authorizer’s context is missing', () => {
  expect(() => readCaller(eventWith(undefined))).toThrow();
  expect(() => readCaller(eventWith({ principalId: 'x' }))).toThrow();
});

describe('authorization', () => {
  const id = () => newId(new Date(), randomBytes);
  const { plainText: tokenText, ...token } = issueToken({ tenantId: id(), userId: id() }, randomBytes);
  const { plainText: keyText, ...key } = issueKey(
    { tenantId: id(), keyId: id(), access: 'report', binding: { kind: 'site', id: id() } },
    randomBytes,
  );

  test('Parsing the Authorization header distinguishes a token from an API key', () => {
    expect(parseAuthorization(`Bearer ${tokenText}`)).toEqual({ kind: 'token', token });
    expect(parseAuthorization(`Bearer ${keyText}`)).toEqual({ kind: 'key', key });
  });

  test('The case of the scheme in the Authorization header does not matter (RFC 9110, section 11.1)', () => {
    expect(parseAuthorization(`bearer ${tokenText}`)).toBeDefined();
    expect(parseAuthorization(`BEARER ${keyText}`)).toBeDefined();
  });

  test('Parsing the Authorization header never throws, whatever it contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (header) => {
        expect(parseAuthorization(header)).toBeUndefined();
      }),
    );
  });

  describe.each([
    ['token', tokenText, 'guard_'],
    ['key', keyText, 'guard_k_'],
  ])('A %s', (_, plainText, prefix) => {
    const [number = '', secret = ''] = plainText.split('|');
    const payload = secret.slice(prefix.length);
    const other = (character: string | undefined) => (character === '0' ? '1' : '0');

    test.each([
      ['a checksum that does not fit', `Bearer ${number}|${secret.slice(0, -1)}${other(secret.at(-1))}`],
      ['a changed secret', `Bearer ${number}|${prefix}${other(payload[0])}${payload.slice(1)}`],
      ['a longer secret', `Bearer ${number}|${secret}0`],
      ['a shorter secret', `Bearer ${number}|${secret.slice(0, -1)}`],
      ['no prefix', `Bearer ${number}|${payload}`],
      ['the other prefix', `Bearer ${number}|${prefix === 'guard_' ? 'guard_k_' : 'guard_'}${payload}`],
      ['no number', `Bearer |${secret}`],
      ['a number of zero', `Bearer 0|${secret}`],
      ['a negative number', `Bearer -1|${secret}`],
      ['a number with a leading zero', `Bearer 01|${secret}`],
      ['a number above 2^53 − 1', `Bearer 9007199254740992|${secret}`],
      ['a fractional number', `Bearer 1.5|${secret}`],
      ['another scheme', `Basic ${plainText}`],
      ['no scheme', plainText],
      ['a trailing newline', `Bearer ${plainText}\n`],
      ['two of them', `Bearer ${plainText}, Bearer ${plainText}`],
      ['nothing', ''],
    ])('An Authorization header with %s is rejected', (_, header) => {
      expect(parseAuthorization(header)).toBeUndefined();
    });
  });
});
