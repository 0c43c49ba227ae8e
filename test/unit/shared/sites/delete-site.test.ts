import { expect, test } from 'vitest';
import { deleteSite } from '../../../../shared/sites/delete-site.ts';
import { SITES } from '../../../../shared/sites/site.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeSite } from '../../../support/make-site.ts';

const site = makeSite('1', { tenant_id: '019a0000-0000-7000-8000-000000000002' });
const stored = SITES.read(SITES.item(site));

test('a site is deleted, and counted no more where it belonged', async () => {
  const { table, sent } = fakeTable([]);
  await deleteSite(table, stored, undefined);
  expect(sent[0]?.input.TransactItems).toMatchObject([
    { Delete: { Key: { sk: `SITE#${site.id}` } } },
    {
      Update: {
        Key: { pk: `TENANT#${site.tenant_id}`, sk: 'TENANT' },
        ExpressionAttributeValues: { ':change': -1 },
      },
    },
  ]);
});

test('a site that holds something, or is not what If-Match names, stays', async () => {
  const { table } = fakeTable([]);
  await expect(deleteSite(table, { ...stored, children: 1 }, undefined)).rejects.toMatchObject({
    code: 'site_not_empty',
  });
  await expect(deleteSite(table, stored, '"x"')).rejects.toMatchObject({ code: 'precondition_failed' });
});
