import { describe, expect, test } from 'vitest';
import { authenticateKey, noteUse } from '../../../../shared/keys/authenticate-key.ts';
import type { Key } from '../../../../shared/keys/key.ts';
import { TENANT_ID } from '../../../support/call-endpoint.ts';
import { makeIssuedKey, makeKey, makeKeyCaller } from '../../../support/make-key.ts';
import { makeRuntime } from '../../../support/make-runtime.ts';
import { conditionFailed } from '../../../support/refusals.ts';

const NOW = new Date('2026-11-20T12:00:30.000Z');
const EXPIRES_AT = '2026-11-20T12:00:30.000+00:00';
const SITE_ID = '01a05bfb-7000-7381-afb8-6b18dd8ff156';
const DEVICE_ID = '01a05bfb-7000-7381-afb8-6b18dd8ff157';
const pk = `TENANT#${TENANT_ID}`;

const tenantItem = { pk, sk: 'TENANT', data: { status: 'active' } };
const siteItem = { pk, sk: `SITE#${SITE_ID}`, data: {} };
const deviceItem = { pk, sk: `DEVICE#${DEVICE_ID}`, data: { site_id: SITE_ID } };

interface Case {
  readonly fields?: Partial<Key>;
  /** The items that exist in addition to the key. */
  readonly others?: readonly object[];
  /** The key as it is stored; not at all where it is null. */
  readonly stored?: (item: ReturnType<typeof makeIssuedKey>['item']) => object | null;
  readonly now?: Date;
}

function authenticate({ fields, others = [tenantItem], stored = (item) => item, now = NOW }: Case) {
  const used = { last_used_at: '2026-11-20T12:00:00.000+00:00' };
  const { issued, item } = makeIssuedKey({ ...used, ...fields });
  const { plainText: _, ...presented } = issued;
  const found = [stored(item) ?? [], ...others].flat();
  const { runtime, sent } = makeRuntime({
    clock: () => now,
    answers: [{ Responses: { 'guard-test': found } }],
  });
  return { result: authenticateKey(runtime, presented, now, new Set()), sent, item };
}

const ofSite = { fields: { site_id: SITE_ID } };
const ofDevice = { fields: { device_id: DEVICE_ID } };

test('An API key authenticates as unbound, as bound to a site, or as bound to a device at the device’s current site', async () => {
  const { keyId, name, access, tenantId } = makeKeyCaller();
  const caller = { keyId, name, access, tenantId };
  expect(await authenticate({}).result).toEqual(caller);
  expect(await authenticate({ ...ofSite, others: [tenantItem, siteItem] }).result).toEqual({
    ...caller,
    siteId: SITE_ID,
  });
  expect(await authenticate({ ...ofDevice, others: [tenantItem, deviceItem] }).result).toEqual({
    ...caller,
    siteId: SITE_ID,
    deviceId: DEVICE_ID,
  });
});

test('An API key, its tenant and the device it is bound to are read in one strongly consistent call', async () => {
  const { result, sent, item } = authenticate({ ...ofDevice, others: [tenantItem, deviceItem] });
  await result;
  expect(sent).toHaveLength(1);
  expect(sent[0]?.input.RequestItems['guard-test']).toMatchObject({
    Keys: [
      { pk, sk: 'TENANT' },
      { pk, sk: item.sk },
      { pk, sk: `DEVICE#${DEVICE_ID}` },
    ],
    ConsistentRead: true,
  });
});

test('An API key is rejected from the time of its expiry', async () => {
  const fields = { expires_at: EXPIRES_AT };
  const before = new Date(NOW.getTime() - 1);
  await expect(authenticate({ fields, now: before }).result).resolves.toBeDefined();
  await expect(authenticate({ fields }).result).rejects.toMatchObject({ reason: 'key_expired' });
});

const withCredentials = (credentials: object) => (item: { credentials: object }) => ({
  ...item,
  credentials: { ...item.credentials, ...credentials },
});

test.each<[string, Case]>([
  ['key_not_found', { stored: () => null }],
  ['key_secret_mismatch', { stored: withCredentials({ secret_hash: 'x' }) }],
  ['key_secret_mismatch', { stored: withCredentials({ number: 1 }) }],
  ['tenant_not_active', { others: [] }],
  ['tenant_not_active', { others: [{ ...tenantItem, data: { status: 'inactive' } }] }],
  ['site_not_found', ofSite],
  ['device_not_found', ofDevice],
])('Every rejected API key gets the same error, and no use is recorded: %s', async (reason, given) => {
  const { result, sent } = authenticate({ ...given, fields: { ...given.fields, last_used_at: null } });
  await expect(result).rejects.toMatchObject({ code: 'unauthenticated', reason, fields: undefined });
  expect(sent).toHaveLength(1);
});

describe('noteUse', () => {
  async function note(answer: Error) {
    const now = new Date('2026-11-20T12:00:30.000Z');
    const { runtime, logged } = makeRuntime({ clock: () => now, answers: [answer] });
    await noteUse(runtime, makeKey({ id: 'key', last_used_at: null }), now);
    return logged.map(({ level, message, fields }) => [level, message, fields.key_id]);
  }

  test('Recording the use of an API key succeeds even if the key is concurrently used or revoked', async () => {
    expect(await note(conditionFailed())).toEqual([]);
  });

  test('If the use of an API key cannot be recorded, a warning is logged and the request does not fail', async () => {
    expect(await note(new Error('No capacity'))).toEqual([
      ['warn', 'The use of a key could not be recorded', 'key'],
    ]);
  });
});
