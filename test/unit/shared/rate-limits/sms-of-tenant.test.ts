import { expect, test } from 'vitest';
import { countSms, readSmsToday, uncountSms } from '../../../../shared/rate-limits/sms-of-tenant.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { readExpressions } from '../../../support/read-expressions.ts';

const now = new Date('2026-11-20T12:00:30.000Z');
const counted = { tenantId: 'acme', now, id: 'one' };

const conditionOf = async (smsPerDay: number, isCritical: boolean) => {
  const { table, sent } = fakeTable([]);
  const { limit } = await countSms(table, { ...counted, smsPerDay, isCritical });
  expect(sent[0]?.input.Key).toEqual({ pk: 'RATE#sms#acme', sk: '2026-11-20' });
  return { limit, condition: readExpressions(sent[0]?.input)['condition'] };
};

test('The last tenth of the SMS of a day is kept for critical messages', async () => {
  expect((await conditionOf(200, false)).limit).toBe(180);
  expect((await conditionOf(200, true)).limit).toBe(200);
});

test.each([
  [200, 'requests'],
  [1_000, 'requests'],
  [1_100, 'hits'],
])('With %i SMS a day, critical messages and others count in the same form', async (smsPerDay, form) => {
  for (const isCritical of [true, false]) {
    expect((await conditionOf(smsPerDay, isCritical)).condition).toContain(form);
  }
});

test.each([
  [undefined, 0],
  [{ requests: new Set(['a', 'b']) }, 2],
  [{ hits: 5 }, 5],
  [{ requests: new Set(['a']), hits: 5 }, 6],
])('The counter %j shows %i SMS today', async (Item, used) => {
  const { table } = fakeTable([{ Item }]);
  expect(await readSmsToday(table, 'acme', now)).toBe(used);
});

test.each([
  [1_000, ['UpdateCommand']],
  [1_100, []],
])(
  'With %i SMS a day, an SMS that was not sent is taken off the counter if the counter knows its id',
  async (smsPerDay, commands) => {
    const { table, sent } = fakeTable([]);
    await uncountSms(table, { ...counted, smsPerDay });
    expect(sent.map(({ name }) => name)).toEqual(commands);
  },
);
