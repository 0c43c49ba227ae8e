import { expect, test } from 'vitest';
import { listKeys } from '../../../../shared/keys/create-key.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeIssuedKey } from '../../../support/make-key.ts';

const USED_AT = '2026-11-20T12:00:00.000+00:00';
const { item, key } = makeIssuedKey({ last_used_at: USED_AT });
const PAGE = { position: undefined, limit: 20 };

test('A tenant’s list of API keys reads the last use of each key with the key', async () => {
  const { table, sent } = fakeTable([{ Items: [item] }]);
  const { items } = await listKeys(table, { kind: 'tenant', tenantId: key.tenant_id }, PAGE);
  expect(items).toEqual([key]);
  expect(sent.map(({ name }) => name)).toEqual(['QueryCommand']);
});

test('The list of the platform’s API keys reads the last use of each key from the table', async () => {
  const { table, sent } = fakeTable(({ name }) => {
    if (name === 'QueryCommand') return { Items: sent.length === 0 ? [{ data: item.data }] : [] };
    return { Responses: { 'guard-test': [{ pk: item.pk, sk: item.sk, last_used_at: USED_AT }] } };
  });
  const { items } = await listKeys(table, { kind: 'platform' }, PAGE);
  expect(items).toEqual([key]);
});

test('An API key that is revoked during a list is listed without its last use', async () => {
  const { table, sent } = fakeTable(({ name }) => {
    if (name === 'QueryCommand') return { Items: sent.length === 0 ? [{ data: item.data }] : [] };
    return { Responses: { 'guard-test': [] } };
  });
  const { items } = await listKeys(table, { kind: 'platform' }, PAGE);
  expect(items).toEqual([{ ...key, last_used_at: null }]);
});
