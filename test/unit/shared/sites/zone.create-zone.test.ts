import { expect, test } from 'vitest';
import { createZone } from '../../../../shared/sites/zone.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeZone } from '../../../support/make-zone.ts';

test('A new zone is counted at its site', async () => {
  const zone = makeZone({ tenant_id: 'acme', site_id: 'gate' });
  const { id, tenant_id: _, site_id: __, created_at: at, updated_at: ___, ...input } = zone;
  const { table, sent } = fakeTable([]);
  expect(await createZone(table, { id: 'gate', tenant_id: 'acme' }, input, { id, at })).toEqual(zone);
  expect(sent[0]?.input.TransactItems).toMatchObject([
    { Put: { Item: { data: zone, revision: 1 } } },
    { Update: { Key: { pk: 'TENANT#acme', sk: 'SITE#gate' }, ExpressionAttributeValues: { ':v0': 1 } } },
  ]);
});
