import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  issueToken,
  parseToken,
  TOKEN_SECRET_PATTERN,
  tokenItem,
} from '../../../../shared/accounts/token.ts';
import { newId } from '../../../../shared/base/ids.ts';
import { base62Width, encodeBase62 } from '../../../../shared/lambda/secret.ts';

const owner = { tenantId: newId(new Date(), randomBytes), userId: newId(new Date(), randomBytes) };
const token = issueToken(owner, randomBytes);
const [tokenId = '', secret = ''] = token.plainText.split('|');

/** Parses a plain text of the right form. */
function parse(plainText: string) {
  const [number = '', text = ''] = plainText.split('|');
  if (!new RegExp(`^${TOKEN_SECRET_PATTERN}$`).test(text)) throw new Error('Not of the form of a token');
  return parseToken(number, text);
}

test('A token has the form <token_id>|guard_<secret>', () => {
  expect(token.plainText).toMatch(/^[1-9][0-9]{0,15}\|guard_[0-9A-Za-z]{76}$/);
  expect(token.tokenId).toBe(Number(tokenId));
});

test('Parsing an issued token returns its tenant, user and number, for any ids and random bytes', () => {
  fc.assert(
    fc.property(
      fc.uuid({ version: 7 }),
      fc.uuid({ version: 7 }),
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      (tenantId, userId, bytes) => {
        const issued = issueToken({ tenantId, userId }, (size) => bytes.subarray(0, size));
        const { plainText, ...expected } = issued;
        expect(parse(plainText)).toEqual(expected);
        expect(Number.isSafeInteger(issued.tokenId) && issued.tokenId > 0).toBe(true);
      },
    ),
  );
});

test('A parsed token contains only the SHA-256 of its secret', () => {
  const { plainText, ...stored } = token;
  expect(JSON.stringify(stored)).not.toContain(secret.slice('guard_'.length, 40));
  expect(Buffer.from(token.secretHash, 'base64url')).toHaveLength(32);
});

test('A token with one changed character is rejected without a read of the table', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 'guard_'.length, max: secret.length - 1 }),
      fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'),
      (place, character) => {
        fc.pre(secret[place] !== character);
        const forged = secret.slice(0, place) + character + secret.slice(place + 1);
        expect(parse(`${tokenId}|${forged}`)).toBeUndefined();
      },
    ),
  );
});

const idFrom = (bytes: readonly number[]) =>
  issueToken(owner, (size) => (size === 8 ? Uint8Array.from(bytes) : new Uint8Array(size))).tokenId;

test('A token id has 53 random bits and is never 0', () => {
  expect(idFrom([0, 0, 0, 0, 0, 0, 0, 9])).toBe(9);
  expect(idFrom([255, 255, 255, 255, 255, 255, 255, 255])).toBe(Number.MAX_SAFE_INTEGER);
  expect(idFrom([0, 0, 0, 0, 0, 0, 0, 0])).toBe(1);
  expect(idFrom([255, 224, 0, 0, 0, 0, 0, 0])).toBe(1);
});

const payloadOf = (bytes: Uint8Array) => encodeBase62(bytes, base62Width(52));
const tokenOf = (payload: string) => {
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(payload));
  return `1|guard_${payload}${encodeBase62(checksum, base62Width(4))}`;
};
const idBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');
const noId = new Uint8Array(16);
const random = new Uint8Array(20);

test('Parsing the secret of a token returns the tenant and the user that it names', () => {
  const bytes = Buffer.concat([idBytes(owner.tenantId), idBytes(owner.userId), random]);
  expect(parse(tokenOf(payloadOf(bytes)))).toMatchObject({ ...owner, tokenId: 1 });
});

test.each([
  ['names no tenant', () => payloadOf(Buffer.concat([noId, idBytes(owner.userId), random]))],
  ['names no user', () => payloadOf(Buffer.concat([idBytes(owner.tenantId), noId, random]))],
  ['does not fit into its bytes', () => 'z'.repeat(base62Width(52))],
])('The secret of a token is rejected if it %s', (_, payload) => {
  expect(parse(tokenOf(payload()))).toBeUndefined();
});

test('The secret of a parsed token is hashed with SHA-256', () => {
  expect(token.secretHash).toBe(createHash('sha256').update(secret).digest('base64url'));
});

test('A token is stored only as a hash, and its item is deleted after the token expires', () => {
  const now = new Date('2026-11-20T12:00:00.500Z');
  expect(tokenItem(token, { sessionVersion: 3, now, lifetimeMinutes: 60 })).toEqual({
    pk: `TENANT#${owner.tenantId}`,
    sk: `TOKEN#${owner.userId}#${token.tokenId}`,
    data: {
      token_id: token.tokenId,
      user_id: owner.userId,
      secret_hash: token.secretHash,
      session_version: 3,
      created_at: '2026-11-20T12:00:00.500+00:00',
      expires_at: '2026-11-20T13:00:00.500+00:00',
    },
    // Whole seconds, and none too early.
    ttl: Date.UTC(2026, 10, 20, 13, 0, 1) / 1000,
  });
});
