import { expect, test } from 'vitest';
import { createSite } from '../../../../shared/sites/change-sites.ts';
import { SITES } from '../../../../shared/sites/site.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeSite } from '../../../support/make-site.ts';

test('A new site is counted at its tenant', async () => {
  const site = makeSite('1');
  const { id, tenant_id: _, created_at: at, updated_at: ___, ...input } = site;
  const { table, sent } = fakeTable([]);
  expect(await createSite(table, input, { id, tenantId: 'acme', at })).toEqual(site);
  expect(sent[0]?.input.TransactItems).toMatchObject([
    { Put: { Item: { data: SITES.item(site).data, revision: 1 } } },
    { Update: { Key: { pk: 'TENANT#acme', sk: 'TENANT' }, ExpressionAttributeValues: { ':v0': 1 } } },
  ]);
});
