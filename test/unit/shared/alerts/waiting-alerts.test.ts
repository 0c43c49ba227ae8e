import { expect, test } from 'vitest';
import { findOldestUnacknowledged } from '../../../../shared/alerts/oldest-unacknowledged.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeAlert } from '../../../support/make-alert.ts';

test('the oldest alert that nobody has acknowledged is found over all shards, from the oldest on', async () => {
  const ids = [5, 3, 4].map((digit) => `019a0000-0000-7000-8000-0000000000${digit}0`);
  const { table, sent } = fakeTable(({ input }) => {
    const shard = Number(input.ExpressionAttributeValues[':partition'].split('#')[0]);
    const id = ids[shard];
    return id === undefined ? {} : { Items: [{ data: makeAlert({ id }) }] };
  });
  expect((await findOldestUnacknowledged(table, 'critical'))?.id).toBe(ids[1]);
  expect(sent).toHaveLength(8);
  expect(sent[0]?.input).toMatchObject({
    IndexName: 'platform_status',
    ScanIndexForward: true,
    FilterExpression: '#data.#severity = :severity',
    ExpressionAttributeValues: { ':partition': '0#ALERT#active', ':severity': 'critical' },
  });
});

test('where all are acknowledged there is none', async () => {
  expect(await findOldestUnacknowledged(fakeTable([]).table, 'critical')).toBeUndefined();
});
