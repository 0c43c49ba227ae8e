import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId } from '../../../../shared/base/ids.ts';
import { issueKey, KEY_SECRET_PATTERN, type KeyNames, parseKey } from '../../../../shared/keys/key-secret.ts';
import { base62Width, encodeBase62 } from '../../../../shared/lambda/secret.ts';

const newNames = (): KeyNames => {
  const [tenantId, keyId, id] = [1, 2, 3].map(() => newId(new Date(), randomBytes)) as [
    string,
    string,
    string,
  ];
  return { tenantId, keyId, access: 'report', binding: { kind: 'device', id } };
};
const names = newNames();
const key = issueKey(names, randomBytes);
const [number = '', secret = ''] = key.plainText.split('|');

test('An API key has the form <number>|guard_k_<secret>', () => {
  expect(key.plainText).toMatch(/^[1-9][0-9]{0,15}\|guard_k_[0-9A-Za-z]{99}$/);
  expect(secret).toMatch(new RegExp(`^${KEY_SECRET_PATTERN}$`));
  expect(key.number).toBe(Number(number));
});

test('Parsing an issued API key returns its tenant, key id, access and binding, for any values and random bytes', () => {
  const uuid = fc.uuid({ version: 7 });
  const bindingTo = (...kinds: readonly ('site' | 'device')[]) =>
    fc.option(fc.record({ kind: fc.constantFrom(...kinds), id: uuid }), { nil: undefined });
  const ids = { tenantId: uuid, keyId: uuid };
  fc.assert(
    fc.property(
      fc.oneof(
        fc.record({ ...ids, access: fc.constant('report' as const), binding: bindingTo('site', 'device') }),
        fc.record({
          ...ids,
          access: fc.constantFrom('read' as const, 'wall' as const),
          binding: bindingTo('site'),
        }),
      ),
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      (named, bytes) => {
        const { plainText, ...expected } = issueKey(named, (size) => bytes.subarray(0, size));
        const [numberText = '', text = ''] = plainText.split('|');
        expect(parseKey(numberText, text)).toEqual(expected);
        expect(expected).toMatchObject(named);
      },
    ),
  );
});

test('Only the SHA-256 of an API key’s secret is stored', () => {
  const { plainText, ...stored } = key;
  expect(JSON.stringify(stored)).not.toContain(secret.slice('guard_k_'.length, 40));
  expect(key.secretHash).toBe(createHash('sha256').update(secret).digest('base64url'));
});

test('An API key with one changed character is rejected without a read of the table', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 'guard_k_'.length, max: secret.length - 1 }),
      fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'),
      (place, character) => {
        fc.pre(secret[place] !== character);
        expect(
          parseKey(number, secret.slice(0, place) + character + secret.slice(place + 1)),
        ).toBeUndefined();
      },
    ),
  );
});

const PAYLOAD_BYTES = 3 * 16 + 1 + 20;
const secretOf = (payload: string) => {
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(payload));
  return `guard_k_${payload}${encodeBase62(checksum, base62Width(4))}`;
};
const idBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');
const [tenant, keyId] = [idBytes(names.tenantId), idBytes(names.keyId)];
const device = idBytes(names.binding?.id ?? '');
const noId = new Uint8Array(16);
const partOfId = new Uint8Array(16).fill(1, 15);
const bytesOf = (...parts: readonly Uint8Array[]) =>
  encodeBase62(Buffer.concat([...parts, new Uint8Array(20)]), base62Width(PAYLOAD_BYTES));
const byte = (value: number) => Uint8Array.of(value);

test.each([
  ['the access to report', byte(0), noId, 'report', undefined],
  ['the binding to a site', byte(1), device, 'report', { kind: 'site', id: names.binding?.id }],
  ['the binding to a device', byte(2), device, 'report', names.binding],
  ['the access to read', byte(3), noId, 'read', undefined],
  ['the access of a wall', byte(5), noId, 'wall', undefined],
  ['the access of a wall and a site', byte(6), device, 'wall', { kind: 'site', id: names.binding?.id }],
  ['the access to read and a site', byte(4), device, 'read', { kind: 'site', id: names.binding?.id }],
])('The secret of an API key contains %s', (_, kind, bound, access, binding) => {
  const parsed = parseKey('1', secretOf(bytesOf(tenant, keyId, kind, bound)));
  expect(parsed).toMatchObject({ ...names, access, binding });
});

test.each([
  ['names no tenant', bytesOf(noId, keyId, byte(2), device)],
  ['names no key', bytesOf(tenant, noId, byte(2), device)],
  ['is bound to a device that it does not name', bytesOf(tenant, keyId, byte(2), noId)],
  ['is unbound and names an entity', bytesOf(tenant, keyId, byte(0), device)],
  ['is unbound and its bytes for an entity are not all zero', bytesOf(tenant, keyId, byte(0), partOfId)],
  ['is unbound, reads and names an entity', bytesOf(tenant, keyId, byte(3), device)],
  ['is of a wall, unbound and names an entity', bytesOf(tenant, keyId, byte(5), device)],
  ['has an access that no release knows', bytesOf(tenant, keyId, byte(7), device)],
  ['does not fit into its bytes', 'z'.repeat(base62Width(PAYLOAD_BYTES))],
])('The secret of an API key is rejected if it %s', (_, payload) => {
  expect(parseKey('1', secretOf(payload))).toBeUndefined();
});

test('A key that reads cannot be issued for a device', () => {
  expect(() => issueKey({ ...newNames(), access: 'read' }, randomBytes)).toThrow(
    'Only a key that reports is bound to a device',
  );
});
