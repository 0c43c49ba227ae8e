import { expect, test } from 'vitest';
import { ALERTS } from '../../../../shared/alerts/alert.ts';
import { unseenTypes } from '../../../../shared/alerts/unseen-types.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeAlert } from '../../../support/make-alert.ts';
import { readPartitionKey } from '../../../support/read-expressions.ts';

const { tenant_id } = makeAlert();

/** Checks a type in a tenant that has an alert of it in this partition only. */
async function check(type: string, partition?: string) {
  const { table, sent } = fakeTable(({ input }) => ({
    Items: partition && readPartitionKey(input).endsWith(partition) ? [ALERTS.item(makeAlert({ type }))] : [],
  }));
  const warnings = await unseenTypes(table, tenant_id, [type]);
  return { fields: warnings.map(({ field }) => field), sent };
}

test.each(['#open', '#water-leak#info', '#water-leak#critical'])(
  'A type of which the tenant has an alert in the partition %s is seen',
  async (partition) => {
    expect((await check('water-leak', partition)).fields).toEqual([]);
  },
);

test('A type of no alert, open or resolved, is unseen, after one read for each severity and one of open alerts', async () => {
  const { fields, sent } = await check('water-leak');
  expect(fields).toEqual(['types.0']);
  expect(sent).toHaveLength(6);
});

test('A usual type is expected before the first alert of it, without any read', async () => {
  expect(await check('fire')).toEqual({ fields: [], sent: [] });
});
