import { expect, test } from 'vitest';
import { formatTimestamp } from '../../../../shared/base/time.ts';
import { recordMissedHeartbeat, recordOwnHeartbeat } from '../../../../shared/self-check/own-heartbeat.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { readExpressions } from '../../../support/read-expressions.ts';
import { conditionFailed } from '../../../support/refusals.ts';

const NOW = new Date('2026-11-22T12:00:00.000Z');
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);
const at = (seconds: number) => formatTimestamp(ago(seconds));
const stored = (fields: object) => ({ Item: { pk: 'WATCH', sk: 'HEARING', ...fields } });

/** The resumption after a heartbeat, given the stored state. */
async function resumedAt(...answers: unknown[]): Promise<Date> {
  const { table } = fakeTable(answers);
  return (await recordOwnHeartbeat(table, NOW)).resumedAt;
}

test('Guard’s first own heartbeat begins an unbroken period of heartbeats at its time', async () => {
  expect(await resumedAt({})).toEqual(NOW);
});

test('Less than 3 minutes after the last one, Guard’s own heartbeat continues the unbroken period', async () => {
  expect(await resumedAt(stored({ heard_at: at(179), resumed_at: at(5_000) }))).toEqual(ago(5_000));
});

test('Three minutes or more after the last one, Guard’s own heartbeat begins a new unbroken period', async () => {
  expect(await resumedAt(stored({ heard_at: at(180), resumed_at: at(5_000) }))).toEqual(NOW);
});

test('After Guard missed its own heartbeat, the next one begins a new unbroken period', async () => {
  const missed = { heard_at: at(120), resumed_at: at(5_000), missed_at: at(60) };
  expect(await resumedAt(stored(missed))).toEqual(NOW);
});

test('A heartbeat that Guard missed before its last own heartbeat has no effect', async () => {
  const recovered = { heard_at: at(60), resumed_at: at(120), missed_at: at(180) };
  expect(await resumedAt(stored(recovered))).toEqual(ago(120));
});

test('A run that finds a later own heartbeat of Guard in the table writes nothing', async () => {
  const { table, sent } = fakeTable([stored({ heard_at: at(-1), resumed_at: at(60) })]);
  expect(await recordOwnHeartbeat(table, NOW)).toEqual({ checkedAt: NOW, resumedAt: ago(60) });
  expect(sent.map(({ name }) => name)).toEqual(['GetCommand']);
});

test('Guard’s own heartbeat is written only on the state that was read; after a concurrent change, it is decided again', async () => {
  const { table, sent } = fakeTable([
    stored({ heard_at: at(60), resumed_at: at(5_000) }),
    conditionFailed(),
    stored({ heard_at: at(30), resumed_at: at(30) }),
    {},
  ]);
  expect((await recordOwnHeartbeat(table, NOW)).resumedAt).toEqual(ago(30));
  expect(readExpressions(sent[1]?.input)).toEqual({
    update: `SET heard_at = "${at(0)}", resumed_at = "${at(5_000)}"`,
    condition: `heard_at = "${at(60)}"`,
  });
  expect(readExpressions(sent[3]?.input)['condition']).toBe(`heard_at = "${at(30)}"`);
});

test('Recording Guard’s own heartbeat throws if the heartbeat cannot be written', async () => {
  const { table } = fakeTable([{}, new Error('The table is down')]);
  await expect(recordOwnHeartbeat(table, NOW)).rejects.toThrow('The table is down');
  const contended = fakeTable(({ name }) => (name === 'GetCommand' ? {} : conditionFailed()));
  await expect(recordOwnHeartbeat(contended.table, NOW)).rejects.toThrow('keeps changing');
});

test('A heartbeat that Guard missed is recorded in the same item as its last one', async () => {
  const { table, sent } = fakeTable([]);
  await recordMissedHeartbeat(table, NOW);
  expect(sent[0]?.input).toMatchObject({
    Key: { pk: 'WATCH', sk: 'HEARING' },
  });
  expect(readExpressions(sent[0]?.input)).toEqual({ update: `SET missed_at = "${at(0)}"` });
});
