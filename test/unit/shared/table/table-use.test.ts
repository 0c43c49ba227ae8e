import { expect, test } from 'vitest';
import type { KindKeys } from '../../../../shared/table/kind.ts';
import { joinUses, listUse } from '../../../../shared/table/table-use.ts';

const kindIn = (indexes: KindKeys['indexes']): KindKeys => ({
  name: 'THING',
  indexes,
  key: () => ({ pk: '', sk: '' }),
  prefix: () => '',
});

test('The union of two permissions to the table contains each permission once', () => {
  const one = { actions: ['Query', 'GetItem'], indexes: ['site'] } as const;
  const other = { actions: ['GetItem'], indexes: ['platform'] } as const;
  expect(joinUses(one, other, {})).toEqual({ actions: ['GetItem', 'Query'], indexes: ['platform', 'site'] });
  expect(joinUses()).toEqual({ actions: [], indexes: [] });
});

const everywhere = kindIn({ platform: ['all', 'status'], tenant: ['status'] });

test('Listing a kind needs access to its indexes, and to the table for the whole list of a tenant', () => {
  expect(listUse(everywhere)).toEqual({
    actions: ['Query'],
    indexes: ['platform', 'platform_status', 'tenant_status'],
  });
});

test('Listing a part of a kind needs access only to the indexes of that part', () => {
  expect(listUse(everywhere, { scopes: ['platform'] })).toEqual({
    actions: [],
    indexes: ['platform', 'platform_status'],
  });
  expect(listUse(everywhere, { divisions: ['all'] })).toEqual({
    actions: ['Query'],
    indexes: ['platform'],
  });
  expect(listUse(everywhere, { divisions: ['status'] })).toEqual({
    actions: [],
    indexes: ['platform_status', 'tenant_status'],
  });
});

test('Listing a kind needs no access to the table if an index has the whole list of a tenant', () => {
  expect(listUse(kindIn({ tenant: ['all'] }))).toEqual({ actions: [], indexes: ['tenant'] });
  expect(listUse(kindIn({ site: ['all'] }))).toEqual({ actions: [], indexes: ['site'] });
});

test('Listing a kind without indexes needs access to the table', () => {
  expect(listUse(kindIn({}))).toEqual({ actions: ['Query'], indexes: [] });
});
