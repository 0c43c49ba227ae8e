import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from 'vitest';
import { recordMissedHeartbeat, recordOwnHeartbeat } from '../../../../shared/heartbeats/own-heartbeat.ts';
import { formatTimestamp } from '../../../../shared/time.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { readExpressions } from '../../../support/read-expressions.ts';

const NOW = new Date('2026-11-22T12:00:00.000Z');
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);
const at = (seconds: number) => formatTimestamp(ago(seconds));
const stored = (fields: object) => ({ Item: { pk: 'WATCH', sk: 'HEARING', ...fields } });
const overtaken = () => new ConditionalCheckFailedException({ $metadata: {}, message: 'condition' });

/** From when on Guard has heard itself, where that is what was noted before. */
async function resumedAt(...answers: unknown[]): Promise<Date> {
  const { table } = fakeTable(answers);
  return (await recordOwnHeartbeat(table, NOW)).resumedAt;
}

describe('Guard has heard itself', () => {
  test('from the first time on, where nothing is noted', async () => {
    expect(await resumedAt({})).toEqual(NOW);
  });

  test('for as long as before, where it did so within 3 minutes', async () => {
    expect(await resumedAt(stored({ heard_at: at(179), resumed_at: at(5_000) }))).toEqual(ago(5_000));
  });

  test('anew, where it did so 3 minutes ago', async () => {
    expect(await resumedAt(stored({ heard_at: at(180), resumed_at: at(5_000) }))).toEqual(NOW);
  });

  test('anew, where it tried since and did not', async () => {
    const missed = { heard_at: at(120), resumed_at: at(5_000), missed_at: at(60) };
    expect(await resumedAt(stored(missed))).toEqual(NOW);
  });

  test('for as long as before, where it did not before that', async () => {
    const recovered = { heard_at: at(60), resumed_at: at(120), missed_at: at(180) };
    expect(await resumedAt(stored(recovered))).toEqual(ago(120));
  });

  test('as a run beside this one has noted, which began later', async () => {
    const { table, sent } = fakeTable([stored({ heard_at: at(-1), resumed_at: at(60) })]);
    expect(await recordOwnHeartbeat(table, NOW)).toEqual({ checkedAt: NOW, resumedAt: ago(60) });
    expect(sent.map(({ name }) => name)).toEqual(['GetCommand']);
  });
});

describe('what was heard', () => {
  test('is noted on what was read, and decided anew where that has changed', async () => {
    const { table, sent } = fakeTable([
      stored({ heard_at: at(60), resumed_at: at(5_000) }),
      overtaken(),
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

  test('is not told where it cannot be noted', async () => {
    const { table } = fakeTable([{}, new Error('The table is down')]);
    await expect(recordOwnHeartbeat(table, NOW)).rejects.toThrow('The table is down');
    const contended = fakeTable(({ name }) => (name === 'GetCommand' ? {} : overtaken()));
    await expect(recordOwnHeartbeat(contended.table, NOW)).rejects.toThrow('keeps changing');
  });
});

test('what was not heard is noted beside it', async () => {
  const { table, sent } = fakeTable([]);
  await recordMissedHeartbeat(table, NOW);
  expect(sent[0]?.input).toMatchObject({
    Key: { pk: 'WATCH', sk: 'HEARING' },
  });
  expect(readExpressions(sent[0]?.input)).toEqual({ update: `SET missed_at = "${at(0)}"` });
});
