import { expect, test } from 'vitest';
import { SITES } from '../../../../shared/sites/site.ts';
import { updateSite } from '../../../../shared/sites/update-site.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeSite } from '../../../support/make-site.ts';

const AT = '2026-12-01T00:00:00.000+00:00';
const site = makeSite('1', { tenant_id: '019a0000-0000-7000-8000-000000000002' });
const stored = SITES.read(SITES.item(site));

test('a site changes in what is given, and only while it is what If-Match names', async () => {
  const { table, sent } = fakeTable([]);
  const change = { ifMatch: undefined, at: AT };
  expect(await updateSite(table, stored, { name: 'Other' }, change)).toEqual({
    ...site,
    name: 'Other',
    updated_at: AT,
  });
  expect(sent.map(({ name }) => name)).toEqual(['UpdateCommand']);
  await expect(
    updateSite(table, stored, { name: 'Other' }, { ...change, ifMatch: '"x"' }),
  ).rejects.toMatchObject({
    code: 'precondition_failed',
  });
});
