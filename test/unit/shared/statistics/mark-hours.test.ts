import { randomBytes } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeItems } from '../../../../lib/local/write-items.ts';
import { ALERTS } from '../../../../shared/alerts/alert.ts';
import { COUNTS } from '../../../../shared/alerts/alert-event.ts';
import { newId } from '../../../../shared/base/ids.ts';
import { formatTimestamp } from '../../../../shared/base/time.ts';
import { followChanges, markHours } from '../../../../shared/statistics/mark-hours.ts';
import { loadState, markPeriod } from '../../../../shared/statistics/period-item.ts';
import { recomputePeriod } from '../../../../shared/statistics/recompute.ts';
import { reportResponseTimes } from '../../../../shared/statistics/response-times.ts';
import { meterTable } from '../../../../shared/table/meter-table.ts';
import type { Table } from '../../../../shared/table/table.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeAlert } from '../../../support/make-alert.ts';
import { startTable, type TestTable } from '../../../support/table.ts';

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

test('A batch of changes marks each affected hour of a tenant for a recount once', async () => {
  const records = [record(ALERT), record(ALERT, { action: { S: 'resolved' } }), record(OTHER)];
  expect(await marked(...records)).toEqual([
    'STATISTICS#acme HOUR#2026-11-25T12',
    'STATISTICS#acme HOUR#2026-11-25T13',
  ]);
});

test.each(['noted', 'reoccurred'])(
  'A history entry "%s" marks no hour for a recount, because it changes no number',
  async (action) => {
    expect(await marked(record(ALERT, { action: { S: action } }))).toEqual([]);
  },
);

test.each(['noted', 'reoccurred'])(
  'A history entry "%s" marks its hour for a recount if the entry says that a number changes',
  async (action) => {
    const entry = record(ALERT, { action: { S: action } }, { [COUNTS]: { BOOL: true } });
    expect(await marked(entry)).toEqual(['STATISTICS#acme HOUR#2026-11-25T13']);
  },
);

test('Changes of devices and other items mark no hour for a recount', async () => {
  const audit = { dynamodb: { Keys: { pk: { S: 'AUDIT#acme' }, sk: { S: 'EVENT#1' } } } };
  expect(await marked(record(ALERT, { kind: { S: 'device' } }), audit, {})).toEqual([]);
});

test('If marking an hour for a recount fails, its batch fails, and the stream delivers the batch again', async () => {
  const { table } = fakeTable([new Error('throttled')]);
  await expect(markHours(table, [record(ALERT)], NOW)).rejects.toThrow('throttled');
});

describe('followChanges', () => {
  const HOUR = { level: 'HOUR', name: '2026-11-25T13' } as const;
  const START = Date.parse('2026-11-25T13:00:00.000Z');
  const at = (seconds: number) => new Date(START + seconds * 1_000);
  const RANGE = { since: '2026-11-25', until: '2026-11-26', siteId: undefined, groupBy: 'none' } as const;

  let table: TestTable;
  let tenantId: string;
  beforeAll(async () => {
    table = await startTable();
  });
  afterAll(() => table.stop());
  beforeEach(() => {
    tenantId = newId(new Date(START), randomBytes);
  });

  async function raise(count = 1, types = 1, beside: object = {}): Promise<void> {
    const alerts = Array.from({ length: count }, (_, place) =>
      makeAlert({
        id: newId(at(1), randomBytes),
        tenant_id: tenantId,
        type: `type-${place % types}-${randomBytes(types > 1 ? 30 : 0).toString('hex')}`,
        created_at: formatTimestamp(at(1)),
      }),
    );
    await writeItems(
      table,
      alerts.map((alert) => ({ ...ALERTS.item(alert), ...beside })),
    );
  }

  /** The write units of following a change at this time. */
  async function follow(seconds: number, on: Table = table): Promise<number> {
    const { table: metered, consumed } = meterTable({ table: on, stopwatch: () => 0 });
    await followChanges(metered, { tenantId, hour: HOUR }, at(seconds));
    return consumed.writeUnits;
  }

  async function stateOf() {
    const state = await loadState(table, tenantId, HOUR);
    if (!state) throw new Error('The hour was neither marked nor counted');
    return state;
  }

  async function run(seconds: number): Promise<void> {
    await recomputePeriod({ table, now: at(seconds), rollsUp: true }, await stateOf());
  }

  const alertsReported = async () => (await reportResponseTimes(table, tenantId, RANGE)).groups[0]?.alerts;

  test('While a marked hour waits for its recount, further changes write nothing, and the recount includes them', async () => {
    await raise();
    expect(await follow(5)).toBe(2);
    await raise();
    expect(await follow(60)).toBe(0);
    await run(110);
    expect(await alertsReported()).toBe(2);
    expect(await stateOf()).not.toHaveProperty('due');
  });

  test('A change shortly before a recount marks the hour again, because the recount may have begun', async () => {
    await raise();
    await follow(5);
    const before = await stateOf();
    await raise();
    expect(await follow(80)).toBe(1);
    await recomputePeriod({ table, now: at(106), rollsUp: true }, before);
    expect(await stateOf()).toMatchObject({ due: formatTimestamp(at(206)) });
  });

  test('After a change, a small hour without a mark is recounted at once, for one write unit', async () => {
    await raise();
    await follow(5);
    await run(110);
    await raise();
    expect(await follow(170)).toBe(1);
    expect(await alertsReported()).toBe(2);
    expect(await stateOf()).not.toHaveProperty('due');
  });

  test('An hour is recounted at once at most once a minute; an earlier change marks the hour for a later recount', async () => {
    await raise();
    await follow(5);
    await run(110);
    await raise();
    expect(await follow(169)).toBe(2);
    expect(await alertsReported()).toBe(1);
  });

  test('An hour that had more than 25 alerts is marked for a recount, not recounted at once', async () => {
    await raise(26);
    await follow(5);
    await run(110);
    await raise();
    expect(await follow(170)).toBe(2);
    await run(280);
    expect(await alertsReported()).toBe(27);
  });

  test('An hour that has grown beyond one read is marked for a recount, and the batch of the stream does not fail', async () => {
    await raise();
    await follow(5);
    await run(110);
    await raise(15, 1, { padding: 'x'.repeat(90_000) });
    expect(await follow(170)).toBe(2);
    await run(280);
    expect(await alertsReported()).toBe(16);
  });

  test('An hour with many alert types is marked for a recount, because its numbers do not fit into one write unit', async () => {
    await raise();
    await follow(5);
    await run(110);
    await raise(24, 24);
    expect(await follow(170)).toBe(2);
    await run(280);
    expect(await alertsReported()).toBe(25);
  });

  test('An hour of a past day is marked for the next recount, because its day and month must be recounted, too', async () => {
    await raise();
    await follow(5);
    await run(110);
    const late = 2 * 86_400;
    expect(await follow(late)).toBe(2);
    expect(await stateOf()).toMatchObject({ due: formatTimestamp(at(late)) });
  });

  test.each([
    ['marked', () => markPeriod(table, tenantId, HOUR, at(171))],
    ['counted', () => follow(170)],
  ])(
    'If an hour is %s while it is recounted at once, the hour is marked for another recount',
    async (_, meanwhile) => {
      await raise();
      await follow(5);
      await run(110);
      await raise();
      let happened = false;
      const send = async (command: object, ...options: unknown[]) => {
        if (command instanceof UpdateCommand && !happened) {
          happened = true;
          await raise();
          await meanwhile();
        }
        return Reflect.apply(table.client.send, table.client, [command, ...options]);
      };
      await follow(170, { ...table, client: Object.create(table.client, { send: { value: send } }) });
      expect(await stateOf()).toMatchObject({ due: expect.any(String) });
      await run(400);
      expect(await alertsReported()).toBe(3);
    },
  );

  test('The statistics of an hour still count alerts that have expired', async () => {
    await raise(2);
    await follow(5);
    await run(110);
    tenantId = await forgetAlerts(tenantId);
    expect(await follow(170)).toBe(2);
    await run(280);
    expect(await stateOf()).toMatchObject({ alerts: 2 });
  });

  /** A tenant with the same hour and no alert. */
  async function forgetAlerts(from: string): Promise<string> {
    const state = await loadState(table, from, HOUR);
    const other = newId(new Date(START), randomBytes);
    const { counted_at, alerts, generation } = state ?? {};
    await writeItems(table, [
      { pk: `STATISTICS#${other}`, sk: `HOUR#${HOUR.name}`, counted_at, alerts, generation },
    ]);
    return other;
  }

  test('A change during `rebuild-statistics` keeps the hour marked after the rebuild, even if the hour had a mark before', async () => {
    await raise();
    await follow(5);
    const { marked } = await markPeriod(table, tenantId, HOUR, at(20), { isUnderWay: true });
    expect(await follow(21)).toBe(1);
    await recomputePeriod({ table, now: at(20), rollsUp: false }, marked);
    expect(await stateOf()).toMatchObject({ due: expect.any(String) });
  });
});
