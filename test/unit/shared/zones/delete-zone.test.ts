import { expect, test } from 'vitest';
import { deleteZone } from '../../../../shared/zones/delete-zone.ts';
import { ZONES } from '../../../../shared/zones/zone.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeZone } from '../../../support/make-zone.ts';

const zone = makeZone();
const stored = ZONES.read(ZONES.item(zone));

test('a zone is deleted, and counted no more where it belonged', async () => {
  const { table, sent } = fakeTable([]);
  await deleteZone(table, stored, undefined);
  expect(sent[0]?.input.TransactItems).toMatchObject([
    { Delete: { Key: { sk: `ZONE#${zone.id}` } } },
    {
      Update: {
        Key: { pk: `TENANT#${zone.tenant_id}`, sk: `SITE#${zone.site_id}` },
        ExpressionAttributeValues: { ':change': -1 },
      },
    },
  ]);
});

test('a zone that holds something, or is not what If-Match names, stays', async () => {
  const { table } = fakeTable([]);
  await expect(deleteZone(table, { ...stored, children: 1 }, undefined)).rejects.toMatchObject({
    code: 'zone_not_empty',
  });
  await expect(deleteZone(table, stored, '"x"')).rejects.toMatchObject({ code: 'precondition_failed' });
});
