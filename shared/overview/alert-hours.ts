import { ApiError } from '../base/errors.ts';
import { ALERT_SEVERITIES } from '../base/severities.ts';
import { DAY_MS, formatTimestamp } from '../base/time.ts';
import type { Cell } from '../statistics/cells.ts';
import { type HourCells, hoursWithin } from '../statistics/hours-within.ts';
import { type Period, periodAt, periodsBetween, startOf } from '../statistics/period.ts';
import { readGroups } from '../statistics/read-groups.ts';
import { itemReader, readHours } from '../statistics/read-periods.ts';
import { addTally, emptyTally, type Tally, WITHIN_SECONDS } from '../statistics/tally.ts';
import { dayAfter, daysOfZone } from '../statistics/zone-days.ts';
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

/** How many alerts are read of an hour in which the day began: those of a zone such as India's begin within an hour of UTC. */
const MOST_ALERTS = 2_000;

/** The last hours up to a time, its own hour included. */
export const hoursUntil = (at: Date, count = 24): Period[] =>
  periodsBetween('HOUR', startOf(periodAt('HOUR', new Date(at.getTime() - (count - 1) * HOUR_MS))), at);

/** So many hours contain the current day of every time zone, a day of 25 hours that begins within one included. */
export const HOURS_OF_TODAY = 26;

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
  return found?.map((it) => ({ ...it, cells: withinSites(it.cells, siteIds) }));
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

interface Days {
  readonly timeZone: string;
  readonly now: Date;
  /** The cells of the last hours. */
  readonly recent: Promise<readonly HourCells[] | undefined>;
}

/**
 * Reads how soon people responded today and on the last 30 days of a time zone; null if some of these days cannot be read. Of days
 * before, each is rolled up, or else consists of its hours.
 */
export async function readResponse(
  table: Table,
  { tenantId, siteIds }: CountedSites,
  { timeZone, now, recent }: Days,
): Promise<Overview['response']> {
  const zone = daysOfZone(timeZone);
  const today = zone.at(now.getTime());
  const asked = { since: dayAfter(today, 1 - RESPONSE_DAYS), until: today, zone } as const;
  let alerts = 0;
  const onRead = (more: number) => {
    alerts += more;
    if (alerts > MOST_ALERTS) throw new ApiError('range_too_large');
  };
  const readToday = async () => {
    const found = await recent;
    return found && hoursWithin(table, found, zone.between(today, dayAfter(today, 1)), { tenantId, onRead });
  };
  const read = await within(
    Promise.all([
      readToday(),
      readGroups(table, tenantId, { ...asked, siteId: siteIds?.[0], groupBy: 'none' }),
    ]),
  );
  const [hours, before] = read ?? [];
  if (!hours || !before) return null;
  const tallies = withinSites(
    hours.flatMap(({ cells }) => cells),
    siteIds,
  ).map(({ tally }) => tally);
  return {
    today: shown(sumOf(tallies)),
    last_30_days: shown(sumOf([...before.map(({ tally }) => tally), ...tallies])),
    time_zone: timeZone,
  };
}

const withinSites = (cells: readonly Cell[], siteIds: CountedSites['siteIds']) =>
  cells.filter(({ siteId }) => !siteIds || siteIds.includes(siteId));

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
