import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { mendItem } from '../../../../lib/admin/mend-item.ts';
import { ALERTS } from '../../../../shared/alerts/alert.ts';
import { fakeTable, type TableAnswers } from '../../../support/fake-table.ts';
import { makeAlert } from '../../../support/make-alert.ts';
import { readExpressions } from '../../../support/read-expressions.ts';

type Item = Record<string, unknown>;

const ALERT: Item = { ...ALERTS.item(makeAlert()), revision: 3, recent_writes: ['a'] };
const { tenant_status, platform_status, ...WITHOUT } = ALERT;
const REFUSED = new ConditionalCheckFailedException({ message: 'refused', $metadata: {} });
const LOST = Object.assign(new Error('no answer'), { name: 'TimeoutError' });

const mend = async (item: Item, answers: TableAnswers = [], dryRun = false) => {
  const { table, sent } = fakeTable(answers);
  const outcome = await mendItem(table, item, { dryRun });
  return { outcome, sent: sent.map(({ name }) => name), input: sent[0]?.input };
};

test('The backfill does not write an item with correct index attributes', async () => {
  expect(await mend(ALERT)).toMatchObject({ outcome: 'right', sent: [] });
});

test('The backfill writes only the missing attributes, provided that the entity’s revision is unchanged, and does not increase the revision', async () => {
  const { outcome, input } = await mend(WITHOUT);
  expect(outcome).toBe('mended');
  expect(input).toMatchObject({
    Key: { pk: ALERT['pk'], sk: ALERT['sk'] },
  });
  expect(readExpressions(input)).toEqual({
    update: `SET platform_status = "${platform_status}", tenant_status = "${tenant_status}"`,
    condition: `attribute_exists(pk) AND revision = 3 AND data.updated_at = "${makeAlert().updated_at}"`,
  });
});

test('The backfill writes an entity without a revision only if the entity still exists and still has no revision', async () => {
  const { revision: _, ...old } = WITHOUT;
  const { input } = await mend(old);
  expect(readExpressions(input)['condition']).toMatch(
    /^attribute_exists\(pk\) AND \(attribute_not_exists\(revision\) OR revision = 0\) AND data.updated_at = /,
  );
});

test('A dry run of the backfill writes no item', async () => {
  expect(await mend(WITHOUT, [], true)).toMatchObject({ outcome: 'mended', sent: [] });
});

test('If an item has changed since the backfill read it, the backfill reads and mends the changed item', async () => {
  const changed = { ...WITHOUT, revision: 4, data: makeAlert({ status: 'resolved' }) };
  const { table, sent } = fakeTable([REFUSED, { Item: changed }, {}]);
  expect(await mendItem(table, WITHOUT, { dryRun: false })).toBe('mended');
  expect(sent.map(({ name }) => name)).toEqual(['UpdateCommand', 'GetCommand', 'UpdateCommand']);
  expect(readExpressions(sent[2]?.input)).toMatchObject({
    update: expect.stringMatching(/tenant_severity = /),
    condition: expect.stringContaining('revision = 4'),
  });
});

test.each<[string, string, unknown]>([
  ['another run has mended', 'right', ALERT],
  ['was deleted', 'other', undefined],
  ['became unreadable', 'unknown', { ...ALERT, data: { status: 'muted' } }],
])('The backfill does not write an entity that %s after the backfill read it', async (_, outcome, Item) => {
  expect(await mend(WITHOUT, [REFUSED, { Item }])).toMatchObject({
    outcome,
    sent: ['UpdateCommand', 'GetCommand'],
  });
});

test('When the reply to a backfill write is lost, the backfill reads the entity to find out whether the write succeeded', async () => {
  expect((await mend(WITHOUT, [LOST, { Item: ALERT }])).outcome).toBe('mended');
  await expect(mend(WITHOUT, [LOST, { Item: WITHOUT }])).rejects.toBe(LOST);
});
