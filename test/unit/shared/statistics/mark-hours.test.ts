import { expect, test } from 'vitest';
import { COUNTS } from '../../../../shared/alerts/alert-event.ts';
import { newId } from '../../../../shared/base/ids.ts';
import { markHours } from '../../../../shared/statistics/mark-hours.ts';
import { fakeTable } from '../../../support/fake-table.ts';

const NOW = new Date('2026-11-25T13:40:00.000Z');
const idAt = (time: string) => newId(new Date(time), (size) => new Uint8Array(size));
const ALERT = idAt('2026-11-25T13:05:00.000Z');
const OTHER = idAt('2026-11-25T12:59:59.999Z');

const record = (alertId: string, data?: Record<string, { S: string }>, beside: object = {}) => ({
  dynamodb: {
    Keys: { pk: { S: 'TENANT#acme' }, sk: { S: `HISTORY#${alertId}#1` } },
    ...(data ? { NewImage: { data: { M: data }, ...beside } } : {}),
  },
});

async function marked(...records: Parameters<typeof markHours>[1]): Promise<string[]> {
  const { table, sent } = fakeTable([]);
  await markHours(table, records, NOW);
  const marks = sent.filter(({ name }) => name === 'UpdateCommand');
  return marks.map(({ input }) => `${input.Key.pk} ${input.Key.sk}`).sort();
}

test('A batch marks each hour of a tenant once', async () => {
  const records = [record(ALERT), record(ALERT, { action: { S: 'resolved' } }), record(OTHER)];
  expect(await marked(...records)).toEqual([
    'STATISTICS#acme HOUR#2026-11-25T12',
    'STATISTICS#acme HOUR#2026-11-25T13',
  ]);
});

test.each(['noted', 'reoccurred'])(
  'An entry %s marks nothing, because it changes no number',
  async (action) => {
    expect(await marked(record(ALERT, { action: { S: action } }))).toEqual([]);
  },
);

test.each(['noted', 'reoccurred'])(
  'An entry %s marks its hour if it says that a number changes',
  async (action) => {
    const entry = record(ALERT, { action: { S: action } }, { [COUNTS]: { BOOL: true } });
    expect(await marked(entry)).toEqual(['STATISTICS#acme HOUR#2026-11-25T13']);
  },
);

test('Changes of devices and other items mark nothing', async () => {
  const audit = { dynamodb: { Keys: { pk: { S: 'AUDIT#acme' }, sk: { S: 'EVENT#1' } } } };
  expect(await marked(record(ALERT, { kind: { S: 'device' } }), audit, {})).toEqual([]);
});

test('A mark that fails fails its batch, which the stream delivers again', async () => {
  const { table } = fakeTable([new Error('throttled')]);
  await expect(markHours(table, [record(ALERT)], NOW)).rejects.toThrow('throttled');
});
