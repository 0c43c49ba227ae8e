import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeItems } from '../../lib/local/write-items.ts';
import { ALERTS, type Alert } from '../../shared/alerts/alert.ts';
import { newId } from '../../shared/base/ids.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import { markHours } from '../../shared/statistics/mark-hours.ts';
import { STATISTICS_WORK } from '../../shared/statistics/recompute.ts';
import { reportResponseTimes } from '../../shared/statistics/response-times.ts';
import { statisticsPartition } from '../../shared/table/keys.ts';
import { meterTable } from '../../shared/table/meter-table.ts';
import { queryAll } from '../../shared/table/reads.ts';
import { makeAlert } from '../support/make-alert.ts';
import { repetitions } from '../support/repetitions.ts';
import { startTable, type TestTable } from '../support/table.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const START = Date.parse('2026-11-25T00:00:00.000Z');
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const at = (time: number) => formatTimestamp(new Date(time));
const idAt = (time: number) => newId(new Date(time), randomBytes);
const siteIds = Array.from({ length: 20 }, () => idAt(START));
const userIds = Array.from({ length: 5 }, () => idAt(START));
const TYPES = ['panic', 'fire', 'intrusion', 'tamper', 'low-battery'];

interface Change {
  readonly time: number;
  readonly action: string;
  readonly alert: Alert;
}

interface Course {
  readonly tenantId: string;
  readonly place: number;
  readonly raisedAt: number;
  readonly waits: readonly [number, number];
  readonly sites: number;
}

/** The three changes of an alert, each with the alert as the table shows it then. */
function changesOf({ tenantId, place, raisedAt, waits, sites }: Course): Change[] {
  const user = userIds[place % userIds.length] ?? '';
  const raised = makeAlert({
    id: idAt(raisedAt),
    tenant_id: tenantId,
    site_id: siteIds[(place * 7) % sites] ?? '',
    type: TYPES[place % TYPES.length] ?? '',
    created_at: at(raisedAt),
  });
  const [acknowledgedAt, resolvedAt] = waits.map((wait) => raisedAt + wait * SECOND) as [number, number];
  const acknowledged: Alert = {
    ...raised,
    status: 'acknowledged',
    acknowledged_at: at(acknowledgedAt),
    acknowledged_by: user,
  };
  const resolved: Alert = {
    ...acknowledged,
    status: 'resolved',
    resolved_at: at(resolvedAt),
    resolved_by: user,
  };
  return [
    { time: raisedAt, action: 'raised', alert: raised },
    { time: acknowledgedAt, action: 'acknowledged', alert: acknowledged },
    { time: resolvedAt, action: 'resolved', alert: resolved },
  ];
}

async function itemsOf(partition: string): Promise<Record<string, unknown>[]> {
  const items = [];
  for await (const item of queryAll(table, partition)) items.push(item);
  return items;
}

/** The time from raising an alert to its acknowledgement, and to its resolution, in seconds. */
const RESPONSES = { fast: [20, 60], usual: [45, 300], slow: [240, 900] } as const;

const MOST_UNITS = 6;

// The first is all that `npm test` runs; the next two are the other extremes.
const LOADS = [
  ['fast', 1, 8],
  ['slow', 60, 1],
  ['usual', 500, 0.25],
  ['usual', 1, 8],
  ['slow', 1, 8],
  ['usual', 10, 3],
  ['slow', 10, 3],
  ['usual', 60, 1],
] as const;

test.each(LOADS.slice(0, repetitions({ few: 1, some: 3, many: LOADS.length })))(
  'With a %s response to %i alerts an hour, the statistics of an alert cost at most 6 write units',
  async (response, perHour, hours) => {
    const tenantId = idAt(START);
    const { table: metered, consumed } = meterTable({ table, stopwatch: () => 0 });
    const count = perHour * hours;
    const sites = Math.min(siteIds.length, 4 + perHour);
    const changes = Array.from({ length: count }, (_, place) => {
      // Irregular, but the same in each run.
      const raisedAt = START + Math.floor(((place * 0.618_033_988_75) % 1) * hours * HOUR);
      return changesOf({ tenantId, place, raisedAt, waits: RESPONSES[response], sites });
    });
    let items: Record<string, unknown>[] | undefined;
    const runDue = async (now: number) => {
      const stored = items ?? (await itemsOf(statisticsPartition(tenantId)));
      items = stored;
      const due = stored.filter((item) => String(item['due'] ?? '~') <= at(now));
      const run = { table: metered, now: new Date(now), randomBytes, ownHeartbeat: undefined, log: () => {} };
      for (const item of due) await STATISTICS_WORK.run(item, run);
      if (due.length > 0) items = undefined;
    };
    // Timers run each minute, and the stream delivers each change by itself, a second later.
    let tick = START + 17 * SECOND;
    for (const { time, action, alert } of changes.flat().sort((a, b) => a.time - b.time)) {
      for (; tick <= time; tick += MINUTE) await runDue(tick);
      await writeItems(table, [ALERTS.item(alert)]);
      const Keys = { pk: { S: `TENANT#${tenantId}` }, sk: { S: `HISTORY#${alert.id}#${time}` } };
      const NewImage = { data: { M: { action: { S: action } } } };
      await markHours(metered, [{ dynamodb: { Keys, NewImage } }], new Date(time + SECOND));
      items = undefined;
    }
    for (let more = 0; more < 4; more += 1, tick += MINUTE) await runDue(tick);
    const counting = consumed.writeUnits;
    const range = { since: '2026-11-25', until: '2026-11-26', siteId: undefined, groupBy: 'none' } as const;
    const all = { alerts: count, acknowledged: count, resolved: count };
    expect((await reportResponseTimes(table, tenantId, range)).groups).toMatchObject([all]);
    expect(counting / count).toBeLessThanOrEqual(MOST_UNITS);
    expect(counting / count).toBeGreaterThan(1);
    // The day is complete: it costs as much for one alert as for a thousand.
    await runDue(START + 28 * HOUR);
    expect((await reportResponseTimes(table, tenantId, range)).groups).toMatchObject([all]);
    expect(consumed.writeUnits - counting).toBeLessThanOrEqual(10 + sites);
  },
  60_000,
);
