import { ApiError } from '../base/errors.ts';
import { ALERT_SEVERITIES } from '../base/severities.ts';
import { DAY_MS, formatTimestamp } from '../base/time.ts';
import { type Period, periodAt, periodsBetween, startOf } from '../statistics/period.ts';
import { type HourCells, itemReader, readGroups, readHours } from '../statistics/read-groups.ts';
import { addTally, emptyTally, type Tally, WITHIN_SECONDS } from '../statistics/tally.ts';
import type { Table } from '../table/table.ts';
import type { Overview } from './overview-contract.ts';

/** Whose alerts are counted: those of a tenant, or only those of some of its sites. */
export interface CountedSites {
  readonly tenantId: string;
  readonly siteIds: readonly string[] | undefined;
}

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * DAY_MS;
const RESPONSE_DAYS = 30;

/** How many pages of DynamoDB, 1 MB each, a read of 24 hours takes at most. */
const MOST_PAGES = 3;

/** The hours of a day up to a time, its own hour included. */
export const hoursUntil = (at: Date): Period[] =>
  periodsBetween('HOUR', startOf(periodAt('HOUR', new Date(at.getTime() - DAY_MS + HOUR_MS))), at);

export const aWeekBefore = (at: Date) => new Date(at.getTime() - WEEK_MS);

/**
 * Reads the cells of the alerts that were raised in some hours, at the given sites; `undefined` if that takes too many reads.
 * Other sites are left out here, so that a caller learns no number of sites outside the scope.
 */
export async function readCells(
  table: Table,
  { tenantId, siteIds }: CountedSites,
  hours: readonly Period[],
): Promise<readonly HourCells[] | undefined> {
  const [first, last] = [hours[0], hours.at(-1)];
  if (!first || !last) return [];
  let pages = 0;
  const onRead = () => {
    pages += 1;
    if (pages > MOST_PAGES) throw new ApiError('range_too_large');
  };
  const found = await within(
    readHours(itemReader(table, tenantId, { isConsistent: false, onRead }), { first, last }),
  );
  return found?.map((it) => ({
    ...it,
    cells: it.cells.filter(({ siteId }) => !siteIds || siteIds.includes(siteId)),
  }));
}

/** Resolves to `undefined` if a read would take too many items. */
async function within<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'range_too_large') return undefined;
    throw error;
  }
}

/** Counts the alerts of each hour by severity, without those on test. */
export function alertsByHour(
  hours: readonly Period[],
  found: readonly HourCells[] | undefined,
): Overview['hours'] {
  if (!found) return null;
  const cellsOf = Map.groupBy(found, ({ hour }) => hour);
  return hours.map((hour) => {
    const cells = (cellsOf.get(hour.name) ?? []).flatMap((it) => it.cells);
    const counts = ALERT_SEVERITIES.map((severity) => [
      severity,
      cells
        .filter((it) => it.severity === severity)
        .reduce((sum, { tally }) => sum + tally.alerts + tally.machineResolved, 0),
    ]);
    return { since: formatTimestamp(startOf(hour)), ...Object.fromEntries(counts) };
  });
}

/** Reads the numbers of the days before the current one. Each is rolled up, or else consists of its hours. */
export async function readDaysBefore(
  table: Table,
  { tenantId, siteIds }: CountedSites,
  now: Date,
): Promise<Tally | undefined> {
  const until = startOf(periodAt('DAY', now));
  const since = new Date(until.getTime() - (RESPONSE_DAYS - 1) * DAY_MS);
  const asked = { since, until, siteId: siteIds?.[0], groupBy: 'none' } as const;
  const groups = await within(readGroups(table, tenantId, asked));
  return groups && sumOf(groups.map(({ tally }) => tally));
}

/** Says how soon people responded today and on the last 30 days; null if some of these days could not be read. */
export function responseOf(
  recent: readonly HourCells[] | undefined,
  before: Tally | undefined,
  now: Date,
): Overview['response'] {
  if (!recent || !before) return null;
  const { name } = periodAt('DAY', now);
  const today = sumOf(
    recent.filter(({ day }) => day === name).flatMap(({ cells }) => cells.map((it) => it.tally)),
  );
  return { today: shown(today), last_30_days: shown(sumOf([before, today])) };
}

function sumOf(tallies: readonly Tally[]): Tally {
  const sum = emptyTally();
  for (const tally of tallies) addTally(sum, tally);
  return sum;
}

const PLACE_OF_90 = WITHIN_SECONDS.indexOf(90);

const shown = ({ alerts, acknowledged, within: limits, onTest, machineResolved }: Tally) => ({
  alerts,
  within_90_seconds: limits[PLACE_OF_90] ?? 0,
  unanswered: alerts - acknowledged,
  on_test: onTest,
  machine_resolved: machineResolved,
});
