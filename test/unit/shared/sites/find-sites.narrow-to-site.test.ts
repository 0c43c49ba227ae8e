import { expect, test } from 'vitest';
import type { Scope } from '../../../../shared/base/access.ts';
import { narrowToSite } from '../../../../shared/sites/find-sites.ts';
import { fakeTable } from '../../../support/fake-table.ts';

const SITE_ID = '019a0000-0000-7000-8000-000000000001';
const extent = { kind: 'assigned_sites', tenantId: 'acme', siteIds: [SITE_ID] };
const tenant: Scope = { kind: 'tenant', tenantId: 'acme' };
const assigned = (...siteIds: string[]): Scope => ({
  kind: 'assigned_sites',
  tenantId: 'acme',
  siteIds,
  userId: 'u',
});

test.each([
  ['of a whole tenant', tenant, extent],
  ['that is assigned', assigned('other', SITE_ID), extent],
  ['that is not assigned', assigned('other'), undefined],
])('A list that is limited to a site %s needs no read to check the site', async (_, scope, expected) => {
  const { table, sent } = fakeTable([]);
  expect(await narrowToSite(table, scope, SITE_ID)).toEqual(expected);
  expect(sent).toEqual([]);
});

test('A platform admin’s list that is limited to a site is narrowed to the tenant of the site, if the site exists', async () => {
  const { table } = fakeTable([{ Items: [{ data: { tenant_id: 'acme' } }] }]);
  expect(await narrowToSite(table, { kind: 'platform' }, SITE_ID)).toEqual(extent);
  expect(await narrowToSite(fakeTable([]).table, { kind: 'platform' }, SITE_ID)).toBeUndefined();
});
