import { describe, expect, test } from 'vitest';
import { createKey, listKeys } from '../../../../shared/keys/create-key.ts';
import type { KeyInput } from '../../../../shared/keys/key-contract.ts';
import { TENANT_ID } from '../../../support/call-endpoint.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeIssuedKey } from '../../../support/make-key.ts';
import { seededRandomBytes } from '../../../support/random.ts';
import { cancelledAt } from '../../../support/refusals.ts';

const AT = '2026-11-20T12:00:30.000+00:00';
const ID = '01a05bfb-7000-7381-afb8-6b18dd8ff15a';
const SITE_ID = '01a05bfb-7000-7381-afb8-6b18dd8ff156';
const DEVICE_ID = '01a05bfb-7000-7381-afb8-6b18dd8ff157';
const pk = `TENANT#${TENANT_ID}`;

function create(fields: Partial<KeyInput> = {}, answers: readonly unknown[] = []) {
  const { table, sent } = fakeTable(answers);
  const bound = { site_id: null, device_id: null, expires_at: null };
  const input: KeyInput = { name: 'Gateway', access: 'report', ...bound, ...fields };
  const origin = { id: ID, tenantId: TENANT_ID, at: AT, randomBytes: seededRandomBytes() };
  return { created: createKey(table, input, origin), sent };
}

test('Creating an API key stores a hash of its secret, counts it at its tenant, and requires that its site exists', async () => {
  const { created, sent } = create({ site_id: SITE_ID });
  const { key, plainText } = await created;
  const [put, count, check] = sent[0]?.input.TransactItems ?? [];
  expect(put.Put.Item).toMatchObject({ pk, sk: `KEY#${ID}`, id: ID, revision: 1 });
  expect(Object.keys(put.Put.Item.credentials)).toEqual(['number', 'secret_hash']);
  expect(put.Put.Item.data).not.toHaveProperty('last_used_at');
  expect(JSON.stringify(sent)).not.toContain(plainText.split('guard_k_')[1]);
  expect(count.Update).toMatchObject({
    Key: { pk, sk: 'TENANT' },
    UpdateExpression: expect.stringContaining('ADD'),
  });
  expect(check.ConditionCheck.Key).toEqual({ pk, sk: `SITE#${SITE_ID}` });
  expect(key).toEqual({
    id: ID,
    tenant_id: TENANT_ID,
    name: 'Gateway',
    access: 'report',
    site_id: SITE_ID,
    device_id: null,
    expires_at: null,
    last_used_at: null,
    created_at: AT,
    updated_at: AT,
  });
});

test.each([
  [0, { site_id: SITE_ID }, undefined],
  [1, { site_id: SITE_ID }, 'not_found'],
  [2, { site_id: SITE_ID }, { site_id: ['The site_id field must be an existing site.'] }],
  [2, { device_id: DEVICE_ID }, { device_id: ['The device_id field must be an existing device.'] }],
])(
  'If the write at index %i of a new API key’s transaction is refused, the error says why',
  async (place, fields, expected) => {
    const outcome = await create(fields, [cancelledAt(place)]).created.then(
      () => undefined,
      (error) => error.fields ?? error.code,
    );
    expect(outcome).toEqual(expected);
  },
);

const YEAR_AHEAD = '2027-11-21T12:00:30.000+00:00';
const AFTER_A_YEAR = '2027-11-21T12:00:30.001+00:00';

test.each<[string, Partial<KeyInput>, string, string]>([
  [
    'site and device',
    { site_id: SITE_ID, device_id: DEVICE_ID },
    'device_id',
    'must be null where the site_id field is given',
  ],
  [
    'access to read, and a device',
    { access: 'read', device_id: DEVICE_ID },
    'device_id',
    'must be null for a key that reads',
  ],
  [
    'the access of a wall, and a device',
    { access: 'wall', device_id: DEVICE_ID },
    'device_id',
    'must be null for a key that reads',
  ],
  ['an expiry that is now', { expires_at: AT }, 'expires_at', 'must be in the future'],
  [
    'an expiry in the past',
    { expires_at: '2026-11-20T12:00:29.999+00:00' },
    'expires_at',
    'must be in the future',
  ],
  [
    'the access of a wall, and no expiry',
    { access: 'wall' },
    'expires_at',
    'is required for a key with the access wall',
  ],
  [
    'the access of a wall, and an expiry after more than a year',
    { access: 'wall', expires_at: AFTER_A_YEAR },
    'expires_at',
    'must be at most 366 days ahead for a key with the access wall',
  ],
])('Creating an API key with %s is rejected, and writes nothing', async (_, fields, field, rule) => {
  const { created, sent } = create(fields);
  await expect(created).rejects.toMatchObject({
    code: 'validation_failed',
    fields: { [field]: [`The ${field} field ${rule}.`] },
  });
  expect(sent).toEqual([]);
});

test.each<[string, Partial<KeyInput>]>([
  ['reports may expire a millisecond after its creation', { expires_at: '2026-11-20T12:00:30.001+00:00' }],
  ['reports may expire after more than a year', { expires_at: AFTER_A_YEAR }],
  ['reads may be bound to nothing', { access: 'read' }],
  ['shows a wall may expire after a year', { access: 'wall', expires_at: YEAR_AHEAD }],
])('A new API key that %s', async (_, fields) => {
  const { created, sent } = create(fields);
  await expect(created).resolves.toMatchObject({ key: fields });
  const writes = sent[0]?.input.TransactItems;
  expect(writes.map((write: object) => Object.keys(write)[0])).toEqual(['Put', 'Update']);
});

describe('listKeys', () => {
  const USED_AT = '2026-11-20T12:00:00.000+00:00';
  const { item, key } = makeIssuedKey({ last_used_at: USED_AT });
  const PAGE = { position: undefined, limit: 20 };

  test('Listing a tenant’s API keys reads the keys and their last uses in one query', async () => {
    const { table, sent } = fakeTable([{ Items: [item] }]);
    const { items } = await listKeys(table, { kind: 'tenant', tenantId: key.tenant_id }, {}, PAGE);
    expect(items).toEqual([key]);
    expect(sent.map(({ name }) => name)).toEqual(['QueryCommand']);
  });

  test('Listing all API keys of the platform reads the last use of each key from the table, because the index lacks it', async () => {
    const { table, sent } = fakeTable(({ name }) => {
      if (name === 'QueryCommand') return { Items: sent.length === 0 ? [{ data: item.data }] : [] };
      return { Responses: { 'guard-test': [{ pk: item.pk, sk: item.sk, last_used_at: USED_AT }] } };
    });
    const { items } = await listKeys(table, { kind: 'platform' }, {}, PAGE);
    expect(items).toEqual([key]);
  });

  test('An API key that is revoked while it is being listed is listed without its last use', async () => {
    const { table, sent } = fakeTable(({ name }) => {
      if (name === 'QueryCommand') return { Items: sent.length === 0 ? [{ data: item.data }] : [] };
      return { Responses: { 'guard-test': [] } };
    });
    const { items } = await listKeys(table, { kind: 'platform' }, {}, PAGE);
    expect(items).toEqual([{ ...key, last_used_at: null }]);
  });
});
