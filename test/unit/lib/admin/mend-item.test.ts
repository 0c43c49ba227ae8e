import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { mendItem } from '../../../../lib/admin/mend-item.ts';
import { ALERTS } from '../../../../shared/alerts/alert.ts';
import { fakeTable, type TableAnswers } from '../../../support/fake-table.ts';
import { makeAlert } from '../../../support/make-alert.ts';
import { readExpressions } from '../../../support/read-expressions.ts';

type Item = Record<string, unknown>;

const ALERT: Item = { ...ALERTS.item(makeAlert()), revision: 3, recent_writes: ['a'] };
const { tenant_status, platform, ...WITHOUT } = ALERT;
const REFUSED = new ConditionalCheckFailedException({ message: 'refused', $metadata: {} });
const LOST = Object.assign(new Error('no answer'), { name: 'TimeoutError' });

const mend = async (item: Item, answers: TableAnswers = [], dryRun = false) => {
  const { table, sent } = fakeTable(answers);
  const outcome = await mendItem(table, item, { dryRun });
  return { outcome, sent: sent.map(({ name }) => name), input: sent[0]?.input };
};

test('what is right is not written', async () => {
  expect(await mend(ALERT)).toMatchObject({ outcome: 'right', sent: [] });
});

test('writes what is missing and nothing else, on the revision that was read, which stays', async () => {
  const { outcome, input } = await mend(WITHOUT);
  expect(outcome).toBe('mended');
  expect(input).toMatchObject({
    Key: { pk: ALERT['pk'], sk: ALERT['sk'] },
  });
  expect(readExpressions(input)).toEqual({
    update: `SET platform = "${platform}", tenant_status = "${tenant_status}"`,
    condition: `attribute_exists(pk) AND revision = 3 AND data.updated_at = "${makeAlert().updated_at}"`,
  });
});

test('an entity that holds no revision is mended while it holds none, and not made anew if it is gone', async () => {
  const { revision: _, ...old } = WITHOUT;
  const { input } = await mend(old);
  expect(readExpressions(input)['condition']).toMatch(
    /^attribute_exists\(pk\) AND \(attribute_not_exists\(revision\) OR revision = 0\) AND data.updated_at = /,
  );
});

test('a dry run tells what it would do and writes nothing', async () => {
  expect(await mend(WITHOUT, [], true)).toMatchObject({ outcome: 'mended', sent: [] });
});

test('where a change came first, that is read and decided on', async () => {
  const changed = { ...WITHOUT, revision: 4, data: makeAlert({ status: 'resolved' }) };
  const { table, sent } = fakeTable([REFUSED, { Item: changed }, {}]);
  expect(await mendItem(table, WITHOUT, { dryRun: false })).toBe('mended');
  expect(sent.map(({ name }) => name)).toEqual(['UpdateCommand', 'GetCommand', 'UpdateCommand']);
  expect(readExpressions(sent[2]?.input)).toMatchObject({
    update: expect.stringMatching(/tenant_status = "[^"]*resolved"/),
    condition: expect.stringContaining('revision = 4'),
  });
});

test.each<[string, string, unknown]>([
  ['was mended by somebody else', 'right', ALERT],
  ['was deleted', 'other', undefined],
  ['became unreadable', 'unknown', { ...ALERT, data: { status: 'muted' } }],
])('an entity that %s meanwhile is left alone', async (_, outcome, Item) => {
  expect(await mend(WITHOUT, [REFUSED, { Item }])).toMatchObject({
    outcome,
    sent: ['UpdateCommand', 'GetCommand'],
  });
});

test('a write whose answer was lost has happened if the entity shows it, and else fails', async () => {
  expect((await mend(WITHOUT, [LOST, { Item: ALERT }])).outcome).toBe('mended');
  await expect(mend(WITHOUT, [LOST, { Item: WITHOUT }])).rejects.toBe(LOST);
});

test('the retention of an alert that is over is due at once, and only with the clock of one that asks for it', async () => {
  const now = new Date('2026-11-22T12:00:00Z');
  const resolved: Item = { ...ALERTS.item(makeAlert({ status: 'resolved' })), revision: 3 };
  const retain = async (item: Item, answers: TableAnswers = []) => {
    const { table, sent } = fakeTable(answers);
    const outcome = await mendItem(table, item, { dryRun: false, retentionClock: () => now });
    return { outcome, update: readExpressions(sent[0]?.input)['update'] };
  };
  expect((await mend(resolved)).outcome).toBe('right');
  expect(await retain(resolved)).toMatchObject({
    outcome: 'mended',
    update: expect.stringMatching(/timer = "retention#\d+", due = "2026-11-22T12:00:00.000\+00:00"/),
  });
  const marked = { ...resolved, timer: 'retention#1', due: '2026-11-22T11:00:00.000+00:00' };
  for (const right of [ALERT, marked, { ...resolved, ttl: 1 }]) {
    expect((await retain(right)).outcome).toBe('right');
  }
  // The answer was lost, and the write was not.
  expect((await retain(resolved, [LOST, { Item: marked }])).outcome).toBe('mended');
});
