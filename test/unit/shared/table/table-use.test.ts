import { describe, expect, test } from 'vitest';
import type { KindKeys } from '../../../../shared/table/kind.ts';
import { joinUses, listUse } from '../../../../shared/table/table-use.ts';

const kindIn = (indexes: KindKeys['indexes']): KindKeys => ({
  name: 'THING',
  indexes,
  key: () => ({ pk: '', sk: '' }),
  prefix: () => '',
});

test('uses are joined, each thing once', () => {
  const one = { actions: ['Query', 'GetItem'], indexes: ['site'] } as const;
  const other = { actions: ['GetItem'], indexes: ['platform'] } as const;
  expect(joinUses(one, other, {})).toEqual({ actions: ['GetItem', 'Query'], indexes: ['platform', 'site'] });
  expect(joinUses()).toEqual({ actions: [], indexes: [] });
});

describe('listing a kind', () => {
  const everywhere = kindIn({ platform: ['all', 'status'], tenant: ['status'] });

  test('queries the indexes that it stands in, and the table for a tenant’s whole list', () => {
    expect(listUse(everywhere)).toEqual({
      actions: ['Query'],
      indexes: ['platform', 'platform_status', 'tenant_status'],
    });
  });

  test('queries no more than the part that is meant', () => {
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

  test('queries no table where even the whole list of a tenant has an index, or where tenants have none', () => {
    expect(listUse(kindIn({ tenant: ['all'] }))).toEqual({ actions: [], indexes: ['tenant'] });
    expect(listUse(kindIn({ site: ['all'] }))).toEqual({ actions: [], indexes: ['site'] });
  });

  test('queries the table where it stands in no index', () => {
    expect(listUse(kindIn({}))).toEqual({ actions: ['Query'], indexes: [] });
  });
});
