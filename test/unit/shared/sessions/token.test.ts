import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newId } from '../../../../shared/ids.ts';
import { base62Width, decodeBase62, encodeBase62 } from '../../../../shared/sessions/base62.ts';
import { isSameHash, issueToken, parseAuthorization } from '../../../../shared/sessions/token.ts';

const owner = { tenantId: newId(new Date(), randomBytes), userId: newId(new Date(), randomBytes) };
const token = issueToken(owner, randomBytes);
const [tokenId = '', secret = ''] = token.plainText.split('|');

describe('a token', () => {
  test('has the form <token_id>|guard_<secret>', () => {
    expect(token.plainText).toMatch(/^[1-9][0-9]{0,15}\|guard_[0-9A-Za-z]{76}$/);
    expect(token.tokenId).toBe(Number(tokenId));
  });

  test('round-trips through the Authorization header for any owner and any randomness', () => {
    fc.assert(
      fc.property(
        fc.uuid({ version: 7 }),
        fc.uuid({ version: 7 }),
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        (tenantId, userId, bytes) => {
          const issued = issueToken({ tenantId, userId }, (size) => bytes.subarray(0, size));
          const { plainText, ...expected } = issued;
          expect(parseAuthorization(`Bearer ${plainText}`)).toEqual(expected);
          expect(Number.isSafeInteger(issued.tokenId) && issued.tokenId > 0).toBe(true);
        },
      ),
    );
  });

  test('keeps nothing of its secret but a SHA-256', () => {
    const { plainText, ...stored } = token;
    expect(JSON.stringify(stored)).not.toContain(secret.slice('guard_'.length, 40));
    expect(Buffer.from(token.secretHash, 'base64url')).toHaveLength(32);
  });

  test.each([
    [
      'a checksum that does not fit',
      `Bearer ${tokenId}|${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`,
    ],
    ['a changed secret', `Bearer ${tokenId}|guard_${secret[6] === '0' ? '1' : '0'}${secret.slice(7)}`],
    ['a longer secret', `Bearer ${tokenId}|${secret}0`],
    ['a shorter secret', `Bearer ${tokenId}|${secret.slice(0, -1)}`],
    ['no prefix', `Bearer ${tokenId}|${secret.slice('guard_'.length)}`],
    ['no id', `Bearer |${secret}`],
    ['an id of zero', `Bearer 0|${secret}`],
    ['a negative id', `Bearer -1|${secret}`],
    ['an id with a leading zero', `Bearer 01|${secret}`],
    ['an id above 2^53 − 1', `Bearer 9007199254740992|${secret}`],
    ['a fractional id', `Bearer 1.5|${secret}`],
    ['another scheme', `Basic ${token.plainText}`],
    ['no scheme', token.plainText],
    ['a trailing newline', `Bearer ${token.plainText}\n`],
    ['two tokens', `Bearer ${token.plainText}, Bearer ${token.plainText}`],
    ['nothing', ''],
  ])('is refused with %s', (_, header) => {
    expect(parseAuthorization(header)).toBeUndefined();
  });

  test('is read whatever the case of the scheme (RFC 9110, section 11.1)', () => {
    expect(parseAuthorization(`bearer ${token.plainText}`)).toBeDefined();
    expect(parseAuthorization(`BEARER ${token.plainText}`)).toBeDefined();
  });

  test('never throws on hostile headers', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (header) => {
        expect(parseAuthorization(header)).toBeUndefined();
      }),
    );
  });

  test('with one character changed anywhere in the secret is refused without the table', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 'guard_'.length, max: secret.length - 1 }),
        fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'),
        (place, character) => {
          fc.pre(secret[place] !== character);
          const forged = secret.slice(0, place) + character + secret.slice(place + 1);
          expect(parseAuthorization(`Bearer ${tokenId}|${forged}`)).toBeUndefined();
        },
      ),
    );
  });
});

describe('the id of a token', () => {
  const idFrom = (bytes: readonly number[]) =>
    issueToken(owner, (size) => (size === 8 ? Uint8Array.from(bytes) : new Uint8Array(size))).tokenId;

  test('is any of 53 random bits, but never 0', () => {
    expect(idFrom([0, 0, 0, 0, 0, 0, 0, 9])).toBe(9);
    expect(idFrom([255, 255, 255, 255, 255, 255, 255, 255])).toBe(Number.MAX_SAFE_INTEGER);
    expect(idFrom([0, 0, 0, 0, 0, 0, 0, 0])).toBe(1);
    expect(idFrom([255, 224, 0, 0, 0, 0, 0, 0])).toBe(1);
  });
});

describe('a secret that fits its checksum', () => {
  const payloadOf = (bytes: Uint8Array) => encodeBase62(bytes, base62Width(52));
  const headerOf = (payload: string) => {
    const checksum = Buffer.alloc(4);
    checksum.writeUInt32BE(crc32(payload));
    return `Bearer 1|guard_${payload}${encodeBase62(checksum, base62Width(4))}`;
  };
  const idBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');
  const noId = new Uint8Array(16);
  const random = new Uint8Array(20);

  test('is one of a token where it names a tenant and a user', () => {
    const bytes = Buffer.concat([idBytes(owner.tenantId), idBytes(owner.userId), random]);
    expect(parseAuthorization(headerOf(payloadOf(bytes)))).toMatchObject({ ...owner, tokenId: 1 });
  });

  test.each([
    ['names no tenant', () => payloadOf(Buffer.concat([noId, idBytes(owner.userId), random]))],
    ['names no user', () => payloadOf(Buffer.concat([idBytes(owner.tenantId), noId, random]))],
    ['is more than its bytes hold', () => 'z'.repeat(base62Width(52))],
  ])('is refused where it %s', (_, payload) => {
    expect(parseAuthorization(headerOf(payload()))).toBeUndefined();
  });

  test('is kept as its SHA-256', () => {
    expect(token.secretHash).toBe(createHash('sha256').update(secret).digest('base64url'));
  });
});

test('hashes are the same only when every character is', () => {
  expect(isSameHash('abc', 'abc')).toBe(true);
  expect(isSameHash('abc', 'abd')).toBe(false);
  expect(isSameHash('abc', 'abcd')).toBe(false);
});

test('base 62 round-trips any bytes at a fixed width', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 60 }), (bytes) => {
      const text = encodeBase62(bytes, base62Width(bytes.length));
      expect(text).toHaveLength(base62Width(bytes.length));
      expect(decodeBase62(text, bytes.length)).toEqual(Buffer.from(bytes));
    }),
  );
});

test('base 62 takes as few characters as hold the bytes', () => {
  expect([1, 4, 52].map(base62Width)).toEqual([2, 6, 70]);
});

test('base 62 refuses what does not fit the bytes', () => {
  expect(decodeBase62('zzzzzz', 4)).toBeUndefined();
  expect(decodeBase62('abc-', 4)).toBeUndefined();
});
