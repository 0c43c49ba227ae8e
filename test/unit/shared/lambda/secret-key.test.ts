import { expect, test } from 'vitest';
import { connectKey, kmsKey, localKey, localKeySetting } from '../../../../shared/lambda/connect-key.ts';
import type { SecretKey, SecretOwner } from '../../../../shared/lambda/secret-key.ts';

const OWNER: SecretOwner = { purpose: 'webhook', tenant_id: 'acme', id: 'one' };
const OTHERS: readonly SecretOwner[] = [
  { ...OWNER, tenant_id: 'initech' },
  { ...OWNER, id: 'two' },
];
const START = new Date('2026-11-22T12:00:00.000Z');

/** KMS as AWS documents it: the encryption context must be the same. `fails` is the name of the error of each call. */
function fakeKms() {
  const kms = { calls: 0, fails: '', now: START };
  const send = async ({ input }: { input: Record<string, unknown> }) => {
    kms.calls += 1;
    if (kms.fails) throw Object.assign(new Error(kms.fails), { name: kms.fails });
    const context = JSON.stringify([input['KeyId'], input['EncryptionContext']]);
    if (input['Plaintext']) return { CiphertextBlob: Buffer.from(`${context}\n${input['Plaintext']}`) };
    const [found, secret] = String(input['CiphertextBlob']).split('\n');
    if (found === context) return { Plaintext: Buffer.from(secret ?? '') };
    throw Object.assign(new Error(), { name: 'InvalidCiphertextException' });
  };
  const key = kmsKey('alias/guard-prod', () => kms.now, { send } as unknown as Parameters<typeof kmsKey>[2]);
  return Object.assign(kms, { key });
}

const KEYS: readonly [string, SecretKey, string][] = [
  ['the local key', localKey(new Uint8Array(32)), 'local-1:'],
  ['a key of KMS', fakeKms().key, 'kms-1:'],
];

test.each(KEYS)('A secret that %s encrypted can be decrypted for its owner only', async (_, key, format) => {
  const encrypted = await key.encrypt('whsec_x', OWNER);
  expect(encrypted.startsWith(format)).toBe(true);
  expect(encrypted).not.toContain('whsec_x');
  expect(await key.decrypt(encrypted, OWNER)).toBe('whsec_x');
  for (const other of OTHERS) expect(await key.decrypt(encrypted, other)).toBeUndefined();
});

test.each(KEYS)('A secret in a format that %s does not know cannot be decrypted', async (_, key) => {
  const encrypted = (await key.encrypt('whsec_x', OWNER)).replace('-1:', '-2:');
  expect(await key.decrypt(encrypted, OWNER)).toBeUndefined();
});

test('The local key encrypts a secret differently each time, and decrypts no damaged secret and none of another key', async () => {
  const key = localKey(new Uint8Array(32));
  const [encrypted, again] = [await key.encrypt('whsec_x', OWNER), await key.encrypt('whsec_x', OWNER)];
  expect(again).not.toBe(encrypted);
  expect(await localKey(new Uint8Array(32).fill(1)).decrypt(encrypted, OWNER)).toBeUndefined();
  expect(await key.decrypt(`${encrypted.slice(0, -8)}AAAAAAA=`, OWNER)).toBeUndefined();
  expect(await key.decrypt('local-1:AAAA', OWNER)).toBeUndefined();
});

test('A secret is decrypted by KMS once in 15 minutes and cached meanwhile', async () => {
  const kms = fakeKms();
  const encrypted = await kms.key.encrypt('whsec_x', OWNER);
  kms.calls = 0;
  for (let minute = 0; minute < 60; minute += 1) {
    kms.now = new Date(START.getTime() + minute * 60_000);
    expect(await kms.key.decrypt(encrypted, OWNER)).toBe('whsec_x');
  }
  expect(kms.calls).toBe(4);
});

test('A failure of KMS to decrypt a secret is thrown and not cached', async () => {
  const kms = fakeKms();
  const encrypted = await kms.key.encrypt('whsec_x', OWNER);
  for (const name of ['ThrottlingException', 'AccessDeniedException', 'DisabledException']) {
    kms.fails = name;
    await expect(kms.key.decrypt(encrypted, OWNER)).rejects.toThrow(name);
    await expect(kms.key.encrypt('whsec_x', OWNER)).rejects.toThrow(name);
  }
  kms.fails = '';
  expect(await kms.key.decrypt(encrypted, OWNER)).toBe('whsec_x');
});

test('The setting of an encryption key names a local key or a key of KMS', async () => {
  const clock = () => START;
  const key = connectKey(localKeySetting(new Uint8Array(32)), clock);
  expect(await key.encrypt('x', OWNER)).toMatch(/^local-1:/);
  const ofKms = connectKey('arn:aws:kms:eu-west-1:123456789012:key/1', clock);
  expect(await ofKms.decrypt('local-1:AAAA', OWNER)).toBeUndefined();
});
