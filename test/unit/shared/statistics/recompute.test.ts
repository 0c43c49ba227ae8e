import { randomBytes } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { writeItems } from '../../../../lib/local/write-items.ts';
import { ALERTS } from '../../../../shared/alerts/alert.ts';
import { newId } from '../../../../shared/base/ids.ts';
import { formatTimestamp } from '../../../../shared/base/time.ts';
import { periodKey } from '../../../../shared/statistics/keys.ts';
import { loadState, markPeriod } from '../../../../shared/statistics/period-item.ts';
import { recomputePeriod, STATISTICS_WORK } from '../../../../shared/statistics/recompute.ts';
import { reportResponseTimes } from '../../../../shared/statistics/response-times.ts';
import { getItem, queryAll } from '../../../../shared/table/reads.ts';
import type { Table } from '../../../../shared/table/table.ts';
import { makeAlert } from '../../../support/make-alert.ts';
import { startTable, type TestTable } from '../../../support/table.ts';

const HOUR = { level: 'HOUR', name: '2026-11-25T13' } as const;
const DAY = { level: 'DAY', name: '2026-11-25' } as const;
const START = Date.parse('2026-11-25T13:00:00.000Z');
const MINUTE = 60_000;
const range = { since: '2026-11-25', until: '2026-11-26', siteId: undefined } as const;

let table: TestTable;
let tenantId: string;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());
beforeEach(() => {
  tenantId = newId(new Date(START), randomBytes);
});

const idAt = (milliseconds: number) => newId(new Date(START + milliseconds), randomBytes);
const siteIds = Array.from({ length: 400 }, () => idAt(0));

/** Writes alerts of many sites and types: they do not fit into the item of their hour. */
async function raise(count: number, { types = 5 } = {}) {
  const alerts = Array.from({ length: count }, (_, place) => {
    const createdAt = START + ((place * 7_919) % 3_600) * 1_000;
    return makeAlert({
      id: newId(new Date(createdAt), randomBytes),
      tenant_id: tenantId,
      site_id: siteIds[place % siteIds.length] ?? '',
      site_name: `Site ${place % siteIds.length}`,
      type: `type-${place % types}`,
      status: 'acknowledged',
      acknowledged_at: formatTimestamp(new Date(createdAt + 45_000)),
      acknowledged_by: siteIds[place % 7] ?? null,
      created_at: formatTimestamp(new Date(createdAt)),
    });
  });
  await writeItems(table, alerts.map(ALERTS.item));
  return alerts;
}

async function run(now: Date, { period = HOUR, on = table as Table } = {}) {
  const item = await getItem(table, periodKey(tenantId, period));
  await STATISTICS_WORK.run(item ?? {}, {
    table: on,
    now,
    randomBytes,
    ownHeartbeat: undefined,
    log: () => {},
  });
}
const mark = (now: Date) => markPeriod(table, tenantId, HOUR, now);
const countOf = async () =>
  (await reportResponseTimes(table, tenantId, { ...range, groupBy: 'none' })).groups[0]?.alerts;
const partsStored = async () => {
  const found = [];
  for await (const { sk } of queryAll(table, `STATISTICS#${tenantId}`, `HOUR#${HOUR.name}#`)) found.push(sk);
  return found;
};
const during = new Date(START + 59 * MINUTE);
const later = new Date(START + 61 * MINUTE);

test('The statistics of a large hour are divided into parts, and reports count each of its alerts once', async () => {
  await raise(3);
  await mark(during);
  await run(during);
  expect(await partsStored()).toEqual([]);
  await raise(60);
  await mark(later);
  await run(later);
  expect(await partsStored()).toHaveLength(1);
  expect(await countOf()).toBe(63);
  // As if it had been larger than one item.
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: periodKey(tenantId, HOUR),
      UpdateExpression: 'SET parts = :parts',
      ExpressionAttributeValues: { ':parts': 16 },
    }),
  );
  await mark(later);
  await run(later);
  expect(await partsStored()).toHaveLength(17);
  expect(await countOf()).toBe(63);
  const state = await loadState(table, tenantId, HOUR);
  expect(state).toMatchObject({ parts: 16, alerts: 63 });
  expect(state).not.toHaveProperty('timer');
});

test('If a period has more than 100 alert types, its statistics combine the rarest into one group', async () => {
  await raise(130, { types: 120 });
  await mark(later);
  await run(later);
  const { groups } = await reportResponseTimes(table, tenantId, { ...range, groupBy: 'type' });
  expect(groups).toHaveLength(100);
  expect(groups.find(({ key }) => key === null)?.alerts).toBe(21);
  expect(groups.reduce((sum, { alerts }) => sum + alerts, 0)).toBe(130);
});

test('If an hour is marked during its recount, its timer stays and is due again later', async () => {
  await raise(2);
  const { marked } = await mark(during);
  await mark(during);
  await recomputePeriod({ table, now: during, rollsUp: true }, marked);
  expect(await countOf()).toBe(2);
  const item = await getItem(table, periodKey(tenantId, HOUR));
  expect(item?.['due']).toBe(formatTimestamp(new Date(during.getTime() + 100_000)));
  await raise(60);
  await mark(during);
  const state = await loadState(table, tenantId, HOUR);
  if (!state) throw new Error('The hour is gone');
  await recomputePeriod({ table, now: during, rollsUp: true }, state);
  await recomputePeriod({ table, now: during, rollsUp: true }, state);
  expect(await countOf()).toBe(62);
});

test('A recount does not stop a timer that was moved meanwhile, because a change may wait for the later recount', async () => {
  await raise(2);
  const { marked } = await mark(during);
  // As after the failure of a concurrent run.
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: periodKey(tenantId, HOUR),
      UpdateExpression: 'SET due = :due',
      ExpressionAttributeValues: { ':due': formatTimestamp(later) },
    }),
  );
  await recomputePeriod({ table, now: during, rollsUp: true }, marked);
  expect(await countOf()).toBe(2);
  expect(await loadState(table, tenantId, HOUR)).toMatchObject({ timer: expect.any(String) });
});

test('If two recounts of an hour begin with the same state, only one of them writes', async () => {
  await raise(80);
  const { marked } = await mark(during);
  await Promise.all([1, 2].map(() => recomputePeriod({ table, now: during, rollsUp: true }, marked)));
  expect(await countOf()).toBe(80);
  const state = await loadState(table, tenantId, HOUR);
  expect(state).toMatchObject({ generation: 1 });
  expect(state).not.toHaveProperty('timer');
});

test('A recount ignores an item that is not the item of a period', async () => {
  await STATISTICS_WORK.run(
    { pk: `STATISTICS#${tenantId}`, sk: 'FUTURE#1' },
    {
      table,
      now: later,
      randomBytes,
      ownHeartbeat: undefined,
      log: () => {},
    },
  );
  expect(await countOf()).toBe(0);
});

test('The statistics of a month are complete only when those of its days are', async () => {
  await raise(1);
  await mark(later);
  await run(later);
  const month = { level: 'MONTH', name: '2026-11' } as const;
  const now = new Date('2026-12-05T00:00:00.000Z');
  const { marked } = await markPeriod(table, tenantId, month, now);
  await recomputePeriod({ table, now, rollsUp: true }, marked);
  expect(await loadState(table, tenantId, month)).toMatchObject({ rolled: false, timer: expect.any(String) });
  const day = await loadState(table, tenantId, DAY);
  if (!day) throw new Error('The day is not planned');
  await recomputePeriod({ table, now, rollsUp: true }, day);
  expect(await loadState(table, tenantId, month)).toMatchObject({ rolled: true });
  expect(await countOf()).toBe(1);
});
