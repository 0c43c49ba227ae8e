import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeItems } from '../../../../lib/local/write-items.ts';
import { newId } from '../../../../shared/base/ids.ts';
import { Cells } from '../../../../shared/statistics/cells.ts';
import { periodKey } from '../../../../shared/statistics/keys.ts';
import { type Level, periodsBetween } from '../../../../shared/statistics/period.ts';
import { ROWS } from '../../../../shared/statistics/period-item.ts';
import { readGroups } from '../../../../shared/statistics/read-groups.ts';
import { partsOf, sumDay } from '../../../../shared/statistics/roll-up.ts';
import { countAlert } from '../../../../shared/statistics/tally.ts';
import { daysOfZone } from '../../../../shared/statistics/zone-days.ts';
import { statisticsPartition } from '../../../../shared/table/keys.ts';
import { countReads, type Reads } from '../../../support/count-reads.ts';
import { startTable, type TestTable } from '../../../support/table.ts';

let table: TestTable;
let reads: Reads;
beforeAll(async () => {
  table = await startTable();
  reads = countReads(table);
});
afterAll(() => table.stop());

const UTC = daysOfZone('UTC');

const SITES = 1_000;
const PARTS = 1;

/** Periods of a tenant with 1,000 sites, each with the same alerts, as rolled up. */
async function rolledUp(tenantId: string, alertsOfSite: number, level: Level, since: string, until: string) {
  const cells = new Cells();
  for (let site = 0; site < SITES; site++) {
    const key = {
      siteId: `site-${site.toString(16).padStart(4, '0')}`,
      type: 'panic',
      severity: 'high',
      userId: 'ana',
    };
    for (let alert = 0; alert < alertsOfSite; alert++) {
      countAlert(cells.at(key, `Site ${site}`), {
        id: `alert-${site}-${alert}`,
        apart: undefined,
        responseMilliseconds: 1_000 * (alert + 1),
        isResolved: true,
        isFalseAlarm: false,
        isEscalated: false,
      });
    }
  }
  const { all, sites } = sumDay(cells.values());
  const items = periodsBetween(level, new Date(since), new Date(until)).flatMap((period) => [
    { ...periodKey(tenantId, period), generation: 1, parts: PARTS, rolled: true },
    ...partsOf(
      tenantId,
      period,
      { all, sites, ofSites: new Map() },
      { parts: PARTS, isWritten: () => true },
    ).map(({ key, packed }) => ({ ...key, generation: 1, [ROWS]: packed })),
  ]);
  await writeItems(table, items);
}

test('A response-time report over 400 days and 1,000 sites reads no alert, and no more items if there are more alerts', async () => {
  const partitions = new Set<unknown>();
  table.client.middlewareStack.add(
    (next) => async (args) => {
      const { ExpressionAttributeValues } = args.input as {
        ExpressionAttributeValues?: Record<string, unknown>;
      };
      partitions.add(Object.values(ExpressionAttributeValues ?? {})[0]);
      return next(args);
    },
    { step: 'initialize', name: 'partitions' },
  );
  const range = { since: '2025-10-15', until: '2026-11-19', zone: UTC };
  const scanned: number[] = [];
  for (const alerts of [1, 20]) {
    const tenantId = newId(new Date(range.since), randomBytes);
    await rolledUp(tenantId, alerts, 'DAY', '2025-10-15', '2025-11-01');
    await rolledUp(tenantId, alerts, 'MONTH', '2025-11-01', '2026-11-01');
    await rolledUp(tenantId, alerts, 'DAY', '2026-11-01', '2026-11-19');
    partitions.clear();
    const before = reads.scannedItems;
    const groups = await readGroups(table, tenantId, { ...range, siteId: undefined, groupBy: 'site' });
    scanned.push(reads.scannedItems - before);
    expect([...partitions]).toEqual([statisticsPartition(tenantId)]);
    expect(groups).toHaveLength(SITES);
    expect(groups[0]?.tally.alerts).toBe(alerts * (17 + 12 + 18));
  }
  expect(scanned[1]).toBe(scanned[0]);
  expect(scanned[0]).toBeLessThan(1_000);
});

test('A response-time report that needs more than 10,000 items is refused before anything is read', async () => {
  const before = reads.queries;
  const range = { since: '1990-01-01', until: '2026-01-01', zone: UTC };
  const ask = (groupBy: 'day' | 'none', siteId?: string) =>
    readGroups(table, 'acme', { ...range, siteId, groupBy });
  await expect(ask('day')).rejects.toMatchObject({ code: 'range_too_large' });
  await expect(ask('none', 'site')).rejects.toMatchObject({ code: 'range_too_large' });
  expect(reads.queries).toBe(before);
  expect(await ask('none')).toEqual([]);
});
