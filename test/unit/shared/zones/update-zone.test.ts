import { expect, test } from 'vitest';
import { updateZone } from '../../../../shared/zones/update-zone.ts';
import { ZONES } from '../../../../shared/zones/zone.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeZone } from '../../../support/make-zone.ts';

const AT = '2026-12-01T00:00:00.000+00:00';
const zone = makeZone();
const stored = ZONES.read(ZONES.item(zone));

test('a zone changes in what is given, and only while it is what If-Match names', async () => {
  const { table, sent } = fakeTable([]);
  const change = { ifMatch: undefined, at: AT };
  expect(await updateZone(table, stored, { name: 'Other' }, change)).toEqual({
    ...zone,
    name: 'Other',
    updated_at: AT,
  });
  expect(sent.map(({ name }) => name)).toEqual(['UpdateCommand']);
  await expect(
    updateZone(table, stored, { name: 'Other' }, { ...change, ifMatch: '"x"' }),
  ).rejects.toMatchObject({
    code: 'precondition_failed',
  });
});
